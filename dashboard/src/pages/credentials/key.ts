/** A key as the credentials endpoint returns it, without members that have no value. */
export interface Key {
  readonly id: string;
  readonly name: string;
  readonly key: string;
  readonly type: KeyKind;
  readonly read?: boolean;
  readonly write?: boolean;
  readonly access_all_engines?: boolean;
  readonly engines?: readonly string[];
  readonly expires_at?: string;
  readonly description?: string;
  readonly rate_limit?: { readonly requests_per_second: number; readonly burst: number };
  /** After a rotation: until then the value before is accepted too. */
  readonly previous_key_expires_at?: string;
  /** The last request with that value since the rotation; missing if there was none. */
  readonly previous_key_last_used_at?: string;
  /** To the minute; missing if the key was never used. */
  readonly last_used_at?: string;
}

export type KeyKind = 'search' | 'private' | 'admin';

export const KINDS: ReadonlyArray<{ readonly kind: KeyKind; readonly label: string; readonly may: string }> =
  [
    {
      kind: 'search',
      label: 'Public search key',
      may: 'Can only search. It may be public, for example in a web page.',
    },
    {
      kind: 'private',
      label: 'Private API key',
      may: 'Reads and writes documents, schemas and engines. Keep it on your servers.',
    },
    {
      kind: 'admin',
      label: 'Private admin key',
      may: 'Manages the keys of this account and has no access to engines. The most sensitive key: store it securely.',
    },
  ];

export const kindName = (kind: KeyKind): string => KINDS.find((known) => known.kind === kind)?.label ?? kind;

/** The kind in the middle of a sentence: `private API key`. */
export const kindInText = (kind: KeyKind): string => kindName(kind).replace(/^P/, 'p');

/** The permissions of a key in short. */
export function modeOf({ type, read, write }: Pick<Key, 'type' | 'read' | 'write'>): string {
  if (type === 'search') return 'search';
  if (type === 'admin') return 'keys';
  if (read === true && write === true) return 'read/write';
  return read === true ? 'read-only' : 'write-only';
}

/** Whether signatures by this key are accepted. */
export const maySign = ({ type, read }: Pick<Key, 'type' | 'read'>): boolean =>
  type === 'search' || (type === 'private' && read === true);

/** Names of the engines in scope; null for all, empty for an admin key. */
export const scopeOf = ({ type, access_all_engines: all, engines }: Key): readonly string[] | null =>
  type !== 'admin' && all === true ? null : (engines ?? []);
