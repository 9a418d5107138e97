import { isIP } from 'node:net';
import type { TrustedProxies } from './api/trusted-proxies.ts';
import { limits } from './limits.ts';
import { nearestName, withoutServiceLinks } from './setting-names.ts';
import {
  isPasswordLength,
  keyValue,
  MIN_SECRET_LENGTH,
  oneOf,
  onOrOff,
  parseConnections,
  parseDatabaseConnections,
  parseDatabaseUrl,
  parseDays,
  parseHostName,
  parseMemory,
  parsePort,
  parseQueryLimit,
  parseRateLimit,
  parseSearchNodes,
  parseSearchTimeout,
  parseShards,
  parseSize,
  parseTrustedProxies,
  parseUrl,
  parseWorkers,
  SSL_MODES,
} from './setting-values.ts';

export const LOG_LEVELS = ['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const SIGNED_KEYS_MODES = ['compatible', 'strict'] as const;
export type SignedKeysMode = (typeof SIGNED_KEYS_MODES)[number];

/** The configuration of the service, as plain data. */
export interface Config {
  readonly port: number;
  readonly host: string;
  readonly data: string;
  readonly domain: string;
  readonly trustProxy: TrustedProxies;
  readonly secret?: string;
  /** The address of the PostgreSQL database, with its password; without it the data is in the data folder. */
  readonly databaseUrl?: string;
  /** Connections to that database. */
  readonly databaseConnections: number;
  readonly signedKeys: SignedKeysMode;
  /** Maximum length of a query, in characters. */
  readonly queryLimit: number;
  /** In seconds. */
  readonly searchTimeout: number;
  /** Whether `elasticsearch/_search` is answered. */
  readonly elasticsearchSearch: boolean;
  /** Requests per minute of each key. */
  readonly rateLimit: number | 'off';
  /** Open connections. */
  readonly connections: number;
  /** Threads that search and render large pages. */
  readonly workers: number;
  /** Memory limit of the search index and the caches, in bytes. */
  readonly memory: number;
  /** Days for which searches and clicks are kept, and API requests. */
  readonly analyticsDays: number;
  readonly apiLogDays: number;
  /** The most bytes of API requests that are kept. */
  readonly apiLogBytes: number;
  readonly sample: boolean;
  readonly logLevel: LogLevel;
  /** Maximum size of the database file, in bytes. Not a setting: lets tests simulate a full disk. */
  readonly maxBytes?: number;
  /** The password of the dashboard's first owner, instead of a printed set-up link. */
  readonly dashboardPassword?: string;
  /** The nodes of the OpenSearch cluster that holds the search index; without them it is in the data folder. */
  readonly searchNodes?: readonly string[];
  /** Shards of each new index in that cluster. */
  readonly searchShards: number;
  /** The address of the service, for commands that call it. */
  readonly url?: string;
  /** Values for the keys that the first start creates; later starts ignore them. */
  readonly provision: {
    readonly privateKey?: string;
    readonly searchKey?: string;
    readonly adminKey?: string;
  };
}

/** An invalid setting. The message is one sentence for the person who set it. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
}

interface Setting<T> {
  readonly env: string;
  /** Secrets have no flag, as other users can read a command line. */
  readonly flag?: string;
  /** In the form a user would write, so that it passes through `parse` like any other value. */
  readonly default?: string;
  readonly meaning: string;
  /** Completes the sentence "It must be ...". */
  readonly allowed: string;
  /** The value is never shown, not even in an error message. */
  readonly secret?: true;
  /** The value, or undefined if the text is not allowed. */
  readonly parse: (text: string) => T | undefined;
}

/** Every setting. Error messages, flags, docs/settings.md and `readConfig` are derived from this table. */
const SETTINGS = {
  port: {
    env: 'FINDLING_PORT',
    flag: 'port',
    default: '3002',
    meaning: 'The port to listen on; 0 picks any free port.',
    allowed: 'a whole number from 0 to 65535',
    parse: parsePort,
  },
  host: {
    env: 'FINDLING_HOST',
    flag: 'host',
    default: 'localhost',
    meaning: 'The address to listen on; `localhost` means both loopback addresses, 127.0.0.1 and ::1.',
    allowed: 'a host name or an IP address such as 0.0.0.0 or ::',
    parse: (text: string) => (isIP(text) ? text : parseHostName(text)),
  },
  data: {
    env: 'FINDLING_DATA',
    flag: 'data',
    default: './data',
    meaning:
      'The folder for all data of the service; created if it does not exist. With a PostgreSQL database it holds only index files and, unless it is set, the secret.',
    allowed: 'the path of a folder',
    parse: (text: string) => (text.includes('\0') ? undefined : text),
  },
  databaseUrl: {
    env: 'FINDLING_DATABASE_URL',
    meaning:
      'The PostgreSQL database that holds all data, instead of SQLite in the data folder: then several nodes can serve it. With a password in it, it is a secret.',
    secret: true,
    allowed: `an address such as postgres://user:password@host:5432/database?sslmode=verify-full; the modes are ${SSL_MODES.join(', ')}`,
    parse: parseDatabaseUrl,
  },
  databaseConnections: {
    env: 'FINDLING_DATABASE_CONNECTIONS',
    flag: 'database-connections',
    default: '10',
    meaning: 'The most connections of this node to the database; each running export has one more.',
    allowed: 'a whole number from 5 to 500',
    parse: parseDatabaseConnections,
  },
  searchNodes: {
    env: 'FINDLING_SEARCH_URL',
    meaning:
      'The nodes of an OpenSearch cluster that holds the search index, instead of files in the data folder. With a password in it, it is a secret.',
    secret: true,
    allowed: 'one or more addresses such as http://a:9200,http://user:password@b:9200',
    parse: parseSearchNodes,
  },
  searchShards: {
    env: 'FINDLING_SEARCH_SHARDS',
    flag: 'search-shards',
    default: '1',
    meaning: 'The number of shards of each new index in the OpenSearch cluster.',
    allowed: 'a whole number from 1 to 64',
    parse: parseShards,
  },
  domain: {
    env: 'FINDLING_DOMAIN',
    flag: 'domain',
    default: 'localhost',
    meaning: 'The domain of the host names of accounts, `<host identifier>.api.<domain>`.',
    allowed: 'a host name such as search.example.com, without scheme and port',
    parse: parseHostName,
  },
  trustProxy: {
    env: 'FINDLING_TRUST_PROXY',
    flag: 'trust-proxy',
    default: 'off',
    meaning:
      'Which reverse proxies are trusted to forward host, client address and scheme: none, a number of proxies (`on` is 1), or those at the listed addresses and networks.',
    allowed:
      'off, on, a number of proxies from 1 to 10, or addresses and networks such as 127.0.0.1,10.0.0.0/8',
    parse: parseTrustedProxies,
  },
  secret: {
    env: 'FINDLING_SECRET',
    meaning: 'The instance secret that protects stored keys, instead of the secret file in the data folder.',
    secret: true,
    allowed: `at least ${MIN_SECRET_LENGTH} characters long`,
    parse: (text: string) => (text.length >= MIN_SECRET_LENGTH ? text : undefined),
  },
  signedKeys: {
    env: 'FINDLING_SIGNED_KEYS',
    flag: 'signed-keys',
    default: 'compatible',
    meaning:
      'Whether fields that a signed search key hides can still be filtered, sorted and counted (`compatible`, as in App Search) or are not accessible at all (`strict`).',
    ...oneOf(SIGNED_KEYS_MODES),
  },
  queryLimit: {
    env: 'FINDLING_QUERY_LIMIT',
    flag: 'query-limit',
    default: '128',
    meaning: 'The maximum length of a query, in characters.',
    allowed: 'a whole number from 1 to 100000',
    parse: parseQueryLimit,
  },
  searchTimeout: {
    env: 'FINDLING_SEARCH_TIMEOUT',
    flag: 'search-timeout',
    default: '10',
    meaning: 'The most seconds that the searches of a request may take; then it is answered with 503.',
    allowed: 'a whole number from 1 to 600',
    parse: parseSearchTimeout,
  },
  elasticsearchSearch: {
    env: 'FINDLING_ELASTICSEARCH_SEARCH',
    flag: 'elasticsearch-search',
    default: 'on',
    meaning: 'Whether private keys can search with queries of Elasticsearch (`elasticsearch/_search`).',
    ...onOrOff,
  },
  rateLimit: {
    env: 'FINDLING_RATE_LIMIT',
    flag: 'rate-limit',
    default: 'off',
    meaning: 'The most requests per minute of each key; further ones are answered with 429.',
    allowed: 'off or a whole number from 1 to 1000000',
    parse: parseRateLimit,
  },
  connections: {
    env: 'FINDLING_CONNECTIONS',
    flag: 'connections',
    default: '2000',
    meaning:
      'The most open connections, half of them from one address; requests on further ones are answered with 503.',
    allowed: 'a whole number from 10 to 99999',
    parse: parseConnections,
  },
  workers: {
    env: 'FINDLING_WORKERS',
    flag: 'workers',
    default: 'auto',
    meaning:
      'The number of threads that search and render large pages; `auto` is the number of cores minus one, at least one.',
    allowed: 'auto or a whole number from 1 to 64',
    parse: parseWorkers,
  },
  memory: {
    env: 'FINDLING_MEMORY',
    flag: 'memory',
    default: 'auto',
    meaning:
      'The memory limit of the search index and the caches; `auto` is half of the memory of the machine or container beyond 256 MB. Merges and reindexes wait for free memory, and writes are refused when there is none.',
    allowed: 'auto, or a number with mb or gb such as 512mb, at least 16mb',
    parse: parseMemory,
  },
  analyticsDays: {
    env: 'FINDLING_ANALYTICS_DAYS',
    flag: 'analytics-days',
    default: '180',
    meaning: 'The days for which searches and clicks are kept for analytics.',
    allowed: 'a whole number from 1 to 3650',
    parse: parseDays,
  },
  apiLogDays: {
    env: 'FINDLING_API_LOG_DAYS',
    flag: 'api-log-days',
    default: '7',
    meaning: 'The days for which API requests are kept in the API log.',
    allowed: 'a whole number from 1 to 3650',
    parse: parseDays,
  },
  apiLogBytes: {
    env: 'FINDLING_API_LOG_BYTES',
    flag: 'api-log-bytes',
    default: '256mb',
    meaning: 'The size of the API log, beyond which the oldest requests are removed.',
    allowed: 'a number with mb or gb such as 512mb',
    parse: parseSize,
  },
  sample: {
    env: 'FINDLING_SAMPLE',
    flag: 'sample',
    default: 'on',
    meaning: 'Whether the first start creates the sample engine `national-parks-demo`.',
    ...onOrOff,
  },
  logLevel: {
    env: 'FINDLING_LOG_LEVEL',
    flag: 'log-level',
    default: 'info',
    meaning: 'The minimum log level.',
    ...oneOf(LOG_LEVELS),
  },
  dashboardPassword: {
    env: 'FINDLING_DASHBOARD_PASSWORD',
    meaning:
      "The password of the dashboard's first owner, who is named `owner`, instead of a one-time set-up link; ignored once an owner exists.",
    secret: true,
    allowed: `${limits.passwordLength.least} to ${limits.passwordLength.most} characters long`,
    parse: (text: string) => (isPasswordLength(text) ? text : undefined),
  },
  url: {
    env: 'FINDLING_URL',
    flag: 'url',
    meaning:
      'The address of the service for `findling import` and `findling export`; by default that of a service with the same host and port on this machine.',
    allowed: 'an address such as https://search.example.com',
    parse: parseUrl,
  },
  privateKey: {
    env: 'FINDLING_PRIVATE_KEY',
    meaning:
      'The value of `private-key` at the first start, and the key that `findling import` and `findling export` use.',
    ...keyValue('private'),
  },
  searchKey: {
    env: 'FINDLING_SEARCH_KEY',
    meaning: 'The value of `search-key`; used only at the first start.',
    ...keyValue('search'),
  },
  adminKey: {
    env: 'FINDLING_ADMIN_KEY',
    meaning: 'The value of an additional admin key, `admin-key`; used only at the first start.',
    ...keyValue('admin'),
  },
} as const satisfies Record<string, Setting<unknown>>;

const ROWS: readonly Setting<unknown>[] = Object.values(SETTINGS);
const KNOWN_NAMES: readonly string[] = ROWS.map((setting) => setting.env);

export type Environment = Readonly<Record<string, string | undefined>>;
/** The `values` of parseArgs. Flags that are not settings are ignored. */
export type Flags = Readonly<Record<string, string | boolean | undefined>>;

/** The settings as options for parseArgs of node:util. */
export const flagOptions: Readonly<Record<string, { type: 'string' }>> = Object.fromEntries(
  ROWS.flatMap(({ flag }) => (flag === undefined ? [] : [[flag, { type: 'string' as const }]])),
);

/** Reads every setting, flags before environment before default. Throws a `ConfigError` at the first bad one. */
export const readConfig = (env: Environment, flags: Flags): Config => {
  const own = withoutServiceLinks(env);
  rejectUnknownNames(own);
  const given = <T>(setting: Setting<T>): T | undefined => readSetting(setting, own, flags);
  // A test checks that every default is valid, so a setting with a default always has a value.
  const certain = <T>(setting: Setting<T> & { default: string }): T => given(setting) as T;
  return {
    port: certain(SETTINGS.port),
    host: certain(SETTINGS.host),
    data: certain(SETTINGS.data),
    domain: certain(SETTINGS.domain),
    trustProxy: certain(SETTINGS.trustProxy),
    ...ifSet('secret', given(SETTINGS.secret)),
    ...ifSet('databaseUrl', given(SETTINGS.databaseUrl)),
    databaseConnections: certain(SETTINGS.databaseConnections),
    ...ifSet('searchNodes', given(SETTINGS.searchNodes)),
    searchShards: certain(SETTINGS.searchShards),
    signedKeys: certain(SETTINGS.signedKeys),
    queryLimit: certain(SETTINGS.queryLimit),
    searchTimeout: certain(SETTINGS.searchTimeout),
    elasticsearchSearch: certain(SETTINGS.elasticsearchSearch),
    rateLimit: certain(SETTINGS.rateLimit),
    connections: certain(SETTINGS.connections),
    workers: certain(SETTINGS.workers),
    memory: certain(SETTINGS.memory),
    analyticsDays: certain(SETTINGS.analyticsDays),
    apiLogDays: certain(SETTINGS.apiLogDays),
    apiLogBytes: certain(SETTINGS.apiLogBytes),
    sample: certain(SETTINGS.sample),
    logLevel: certain(SETTINGS.logLevel),
    ...ifSet('dashboardPassword', given(SETTINGS.dashboardPassword)),
    ...ifSet('url', given(SETTINGS.url)),
    provision: {
      ...ifSet('privateKey', given(SETTINGS.privateKey)),
      ...ifSet('searchKey', given(SETTINGS.searchKey)),
      ...ifSet('adminKey', given(SETTINGS.adminKey)),
    },
  };
};

/** The table of settings for the docs, in Markdown. */
export const settingsTable = (): string => {
  const code = (text: string | undefined): string => (text === undefined ? '' : `\`${text}\``);
  const lines = ROWS.map(({ env, flag, default: text, allowed, meaning }) =>
    [code(env), code(flag && `--${flag}`), code(text), allowed, meaning].join(' | '),
  );
  return ['Environment | Flag | Default | Allowed | Meaning', '--- | --- | --- | --- | ---', ...lines]
    .map((line) => `| ${line} |\n`)
    .join('');
};

const ifSet = <K extends string, T>(name: K, value: T | undefined): { [key in K]?: T } =>
  value === undefined ? {} : ({ [name]: value } as { [key in K]: T });

/** An empty value counts as not set, as compose files and shells often produce one. */
const isSet = (value: string | boolean | undefined): value is string | boolean =>
  value !== undefined && value !== '';

const readSetting = <T>(setting: Setting<T>, env: Environment, flags: Flags): T | undefined => {
  const flag = setting.flag === undefined ? undefined : flags[setting.flag];
  const [name, given] = isSet(flag) ? [`--${setting.flag}`, flag] : [setting.env, env[setting.env]];
  const text = isSet(given) ? String(given) : setting.default;
  if (text === undefined) return undefined;
  const value = setting.parse(text);
  if (value === undefined) throw new ConfigError(refusal(name, text, setting));
  return value;
};

const refusal = (name: string, text: string, { secret, allowed }: Setting<unknown>): string =>
  secret
    ? `The value of ${name} (not shown, because it is secret) is invalid: it must be ${allowed}.`
    : `${name} is ${quoted(text)}, but it must be ${allowed}.`;

/** As a JSON string, shortened: always on one line. */
const quoted = (text: string): string => JSON.stringify(text.length > 80 ? `${text.slice(0, 80)}...` : text);

/** Without this, a misspelt name would silently keep the default. */
const rejectUnknownNames = (env: Environment): void => {
  for (const [name, value] of Object.entries(env)) {
    if (!name.startsWith('FINDLING_') || !isSet(value) || KNOWN_NAMES.includes(name)) continue;
    const nearest = nearestName(name, KNOWN_NAMES);
    throw new ConfigError(`${name} is not a Findling setting. The closest name is ${nearest}.`);
  }
};
