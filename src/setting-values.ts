import { isIP } from 'node:net';
import { availableParallelism, totalmem } from 'node:os';
import type { TrustedProxies } from './api/trusted-proxies.ts';
import { isKeyValue, type KeyKind, keyValueRule } from './credentials/key-value.ts';
import { limits } from './limits.ts';

/*
 * The forms in which settings are written. Every parser returns the value, or undefined if the text is not allowed.
 */

export const oneOf = <T extends string>(words: readonly T[]) => ({
  allowed: `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`,
  parse: (text: string): T | undefined => words.find((word) => word === text),
});

export const onOrOff = {
  allowed: 'on or off',
  parse: (text: string): boolean | undefined => (text === 'on' ? true : text === 'off' ? false : undefined),
};

export const keyValue = (kind: KeyKind) => ({
  secret: true as const,
  allowed: keyValueRule(kind),
  parse: (text: string): string | undefined => (isKeyValue(kind, text) ? text : undefined),
});

/** Whether a text can be sent as a key: another service may have other rules for its keys. */
export const isAnyKey = (text: string): boolean => /^[\x21-\x7e]{1,4096}$/.test(text);

export const anyKey = {
  secret: true as const,
  allowed: 'a key: up to 4,096 visible ASCII characters without spaces',
  parse: (text: string): string | undefined => (isAnyKey(text) ? text : undefined),
};

export const parsePort = (text: string): number | undefined =>
  /^(0|[1-9]\d{0,4})$/.test(text) && Number(text) <= 65535 ? Number(text) : undefined;

/** Whether a text is an IP address, or a network such as 10.0.0.0/8. */
const isNetwork = (text: string): boolean => {
  const [address = '', prefix, ...more] = text.split('/');
  const version = isIP(address);
  if (version === 0 || more.length > 0) return false;
  return (
    prefix === undefined ||
    (/^(0|[1-9]\d{0,2})$/.test(prefix) && Number(prefix) <= (version === 4 ? 32 : 128))
  );
};

/** `on` is one proxy. */
export const parseTrustedProxies = (text: string): TrustedProxies | undefined => {
  if (text === 'off') return false;
  if (text === 'on') return 1;
  if (/^([1-9]|10)$/.test(text)) return Number(text);
  const networks = text.split(',').map((entry) => entry.trim());
  return networks.every(isNetwork) ? networks : undefined;
};

export const parseQueryLimit = (text: string): number | undefined =>
  /^[1-9]\d{0,5}$/.test(text) && Number(text) <= 100_000 ? Number(text) : undefined;

/** Days that events are kept. */
export const parseDays = (text: string): number | undefined =>
  /^[1-9]\d{0,3}$/.test(text) && Number(text) <= 3650 ? Number(text) : undefined;

export const parseSearchTimeout = (text: string): number | undefined =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) <= 600 ? Number(text) : undefined;

export const parseRateLimit = (text: string): number | 'off' | undefined => {
  if (text === 'off') return text;
  return /^[1-9]\d{0,6}$/.test(text) && Number(text) <= 1_000_000 ? Number(text) : undefined;
};

export const parseConnections = (text: string): number | undefined =>
  /^[1-9]\d{1,4}$/.test(text) ? Number(text) : undefined;

/** The parts of a database's address that may follow the question mark. */
const DATABASE_PARAMETERS: ReadonlySet<string> = new Set([
  'application_name',
  'host',
  'sslcert',
  'sslkey',
  'sslmode',
  'sslrootcert',
]);
export const SSL_MODES = ['disable', 'require', 'verify-ca', 'verify-full'] as const;

/** The address of a PostgreSQL database, as in `psql`; with the parameter `host` it may be a Unix socket. */
export const parseDatabaseUrl = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { protocol, hostname, pathname, searchParams, hash } = new URL(text);
  const mode = searchParams.get('sslmode') ?? 'disable';
  const isGood =
    /^postgres(ql)?:$/.test(protocol) &&
    (hostname !== '' || searchParams.has('host')) &&
    pathname.length > 1 &&
    hash === '' &&
    SSL_MODES.some((known) => known === mode) &&
    [...searchParams.keys()].every((name) => DATABASE_PARAMETERS.has(name));
  return isGood ? text : undefined;
};

/** Connections to the database. */
export const parseDatabaseConnections = (text: string): number | undefined =>
  /^[1-9]\d{0,2}$/.test(text) && Number(text) >= 5 && Number(text) <= 500 ? Number(text) : undefined;

/** `auto` leaves one core for the main thread, which serves HTTP. */
export const parseWorkers = (text: string): number | undefined => {
  if (text === 'auto') return Math.min(64, Math.max(1, availableParallelism() - 1));
  return /^[1-9]\d?$/.test(text) && Number(text) <= 64 ? Number(text) : undefined;
};

const UNITS: Readonly<Record<string, number>> = { mb: 2 ** 20, gb: 2 ** 30 };
const MIN_MEMORY = 16 * 2 ** 20;

/** What the program takes with all its threads at work and without any document. */
const PROGRAM_MEMORY = 256 * 2 ** 20;

/**
 * Half of what the program leaves of the memory of the machine or container. The other half is for the page cache and
 * for the JavaScript heap.
 */
const defaultMemory = (available: number): number =>
  Math.max(MIN_MEMORY, Math.floor((available - PROGRAM_MEMORY) / 2));

const availableMemory = (): number => {
  // Without a limit Node returns 0 or a huge number.
  const constrained = process.constrainedMemory();
  return constrained > 0 ? Math.min(constrained, totalmem()) : totalmem();
};

export const parseSize = (text: string): number | undefined => {
  const [, number, unit] = /^([1-9]\d{0,6})(mb|gb)$/i.exec(text) ?? [];
  return number === undefined ? undefined : Number(number) * (UNITS[unit?.toLowerCase() ?? ''] ?? Number.NaN);
};

export const parseMemory = (text: string): number | undefined => {
  if (text === 'auto') return defaultMemory(availableMemory());
  const bytes = parseSize(text);
  return bytes !== undefined && bytes >= MIN_MEMORY ? bytes : undefined;
};

/** Minimum length of the instance secret, in characters. */
export const MIN_SECRET_LENGTH = 32;

/** Minimum length of the token for metrics, in characters. */
export const MIN_TOKEN_LENGTH = 16;

export const parseToken = (text: string): string | undefined =>
  text.length >= MIN_TOKEN_LENGTH && /^[!-~]{1,256}$/.test(text) ? text : undefined;

export const isPasswordLength = (text: string): boolean =>
  [...text].length >= limits.passwordLength.least && [...text].length <= limits.passwordLength.most;

const LABEL = /^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/;

/** The name in lower case. Like browsers, treats a name that ends in a number as a mistyped IP address. */
export const parseHostName = (text: string): string | undefined => {
  const name = text.toLowerCase();
  const labels = name.split('.');
  const good =
    name.length <= 253 && labels.every((label) => LABEL.test(label)) && !/^\d+$/.test(labels.at(-1) ?? '');
  return good ? name : undefined;
};

/** The address of a service: HTTP, without credentials, query and fragment; no slash at its end. */
export const parseUrl = (text: string): string | undefined => {
  if (!URL.canParse(text)) return undefined;
  const { protocol, origin, pathname, search, hash, username, password } = new URL(text);
  const isPlain = search === '' && hash === '' && username === '' && password === '';
  return isPlain && /^https?:$/.test(protocol) ? origin + pathname.replace(/\/+$/, '') : undefined;
};

/** The nodes of a search cluster, which may name a user with a password; no slash at their ends. */
export const parseSearchNodes = (text: string): readonly string[] | undefined => {
  const nodes = text.split(',').map((node) => node.trim());
  const isNode = (node: string): boolean => {
    if (!URL.canParse(node)) return false;
    const { protocol, search, hash } = new URL(node);
    return /^https?:$/.test(protocol) && search === '' && hash === '';
  };
  return nodes.every(isNode) ? nodes.map((node) => node.replace(/\/+$/, '')) : undefined;
};

/** A percentage as a number from 0 to 1. */
export const parseShare = (text: string): number | undefined => {
  const [, percent] = /^(\d{1,3}(?:\.\d{1,4})?)%$/.exec(text) ?? [];
  const share = Number(percent) / 100;
  return share <= 1 ? share : undefined;
};

export const parseShards = (text: string): number | undefined =>
  /^[1-9]\d?$/.test(text) && Number(text) <= 64 ? Number(text) : undefined;

/** The address of an Elasticsearch, which may name a user with a password; no slash at its end. */
export const parseElasticsearchUrl = (text: string): string | undefined => {
  const [address, ...others] = parseSearchNodes(text) ?? [];
  return others.length === 0 ? address : undefined;
};
