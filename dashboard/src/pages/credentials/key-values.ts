import type { Key, KeyKind } from './key.ts';

/** The values of the key form. */
export type KeyValues = {
  readonly name: string;
  readonly type: KeyKind;
  readonly read: boolean;
  readonly write: boolean;
  readonly all: boolean;
  readonly engines: readonly string[];
};

export const NEW_KEY: KeyValues = {
  name: '',
  type: 'private',
  read: true,
  write: true,
  all: true,
  engines: [],
};

export const valuesOf = (key: Key): KeyValues => ({
  name: key.name,
  type: key.type,
  read: key.read === true,
  write: key.write === true,
  all: key.access_all_engines === true,
  engines: key.engines ?? [],
});

/** The changeable part of a key as the server expects it. Permissions and scope only if the kind has them. */
export const rightsIn = ({ type, read, write, all, engines }: KeyValues): Record<string, unknown> => ({
  ...(type === 'private' && { read, write }),
  ...(type !== 'admin' && (all ? { access_all_engines: true } : { access_all_engines: false, engines })),
});

/** Assigns the server's messages to inputs. */
export const ABOUT = {
  name: /^name\b|parameter: name/i,
  type: /^type\b|parameter: type/i,
  read: /read or write|^read\b|^write\b/i,
  engines: /engines/i,
};
