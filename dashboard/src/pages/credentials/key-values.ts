import type { Key, KeyKind } from './key.ts';
import { localMoment, momentIn } from './signed-keys/local-moment.ts';

/** The values of the key form. */
export type KeyValues = {
  readonly name: string;
  readonly type: KeyKind;
  readonly read: boolean;
  readonly write: boolean;
  readonly all: boolean;
  readonly engines: readonly string[];
  readonly description: string;
  /** `never`, a number of days from now, or `date` for `expiresAt`. */
  readonly expiry: string;
  /** The value of a datetime-local input. */
  readonly expiresAt: string;
  /** The rate limit; empty inputs are empty texts. */
  readonly perSecond: number | string;
  readonly burst: number | string;
};

export const NEW_KEY: KeyValues = {
  name: '',
  type: 'private',
  read: true,
  write: true,
  all: true,
  engines: [],
  description: '',
  expiry: 'never',
  expiresAt: '',
  perSecond: '',
  burst: '',
};

export const valuesOf = (key: Key): KeyValues => ({
  name: key.name,
  type: key.type,
  read: key.read === true,
  write: key.write === true,
  all: key.access_all_engines === true,
  engines: key.engines ?? [],
  description: key.description ?? '',
  expiry: key.expires_at === undefined ? 'never' : 'date',
  expiresAt: key.expires_at === undefined ? '' : localMoment(Math.floor(Date.parse(key.expires_at) / 1000)),
  perSecond: key.rate_limit?.requests_per_second ?? '',
  burst: key.rate_limit?.burst ?? '',
});

/** The changeable part of a key as the server expects it. Permissions and scope only if the kind has them. */
export const rightsIn = ({ type, read, write, all, engines }: KeyValues): Record<string, unknown> => ({
  ...(type === 'private' && { read, write }),
  ...(type !== 'admin' && (all ? { access_all_engines: true } : { access_all_engines: false, engines })),
});

const DAY = 86_400_000;

function expiryOf({ expiry, expiresAt }: KeyValues): string | null {
  if (expiry === 'never') return null;
  if (expiry !== 'date') return new Date(Date.now() + Number(expiry) * DAY).toISOString();
  const seconds = momentIn(expiresAt);
  // The server refuses incomplete input with a message.
  return seconds === undefined ? expiresAt : new Date(seconds * 1000).toISOString();
}

/** Description, expiry and rate limit as the server expects them; null clears them. */
export function detailsIn(values: KeyValues): Record<string, unknown> {
  const { description, perSecond, burst } = values;
  const isLimited = perSecond !== '' || burst !== '';
  return {
    description: description === '' ? null : description,
    expires_at: expiryOf(values),
    rate_limit: isLimited ? { requests_per_second: perSecond, ...(burst !== '' && { burst }) } : null,
  };
}

/** The details that differ from those before: an expiry in the past cannot be sent again. */
export function changedDetails(values: KeyValues, before: KeyValues): Record<string, unknown> {
  const { description, expires_at, rate_limit } = detailsIn(values);
  const differ = (...names: ReadonlyArray<keyof KeyValues>): boolean =>
    names.some((name) => values[name] !== before[name]);
  return {
    ...(differ('description') && { description }),
    ...(differ('expiry', 'expiresAt') && { expires_at }),
    ...(differ('perSecond', 'burst') && { rate_limit }),
  };
}

/** A scope without engines is refused by the server too, in the words of its API. */
export const checkScope = ({ type, all, engines }: KeyValues) => ({
  engines: type !== 'admin' && !all && engines.length === 0 ? 'Choose at least one engine' : undefined,
});

/** Assigns the server's messages to inputs. */
export const ABOUT = {
  name: /^name\b|parameter: name/i,
  type: /^type\b|parameter: type/i,
  read: /read or write|^read\b|^write\b/i,
  engines: /engines/i,
  description: /^description\b/i,
  expiresAt: /^expires at\b/i,
  burst: /^rate limit burst\b/i,
  perSecond: /^rate limit\b/i,
};
