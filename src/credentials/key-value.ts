import { randomText } from './random-text.ts';

/** The kinds of keys that are stored. A signed search key is a token and is not. */
export const KEY_KINDS = ['search', 'private', 'admin'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

const NEW_LENGTH = 24;

/** Wider than the values that `newKeyValue` makes, because migrating users keep their old keys. */
const AFTER_PREFIX = /^[A-Za-z0-9_-]{16,}$/;

const prefixOf = (kind: KeyKind): string => `${kind}-`;

/** The form of an imported key value in words; must agree with `isKeyValue`. */
export const keyValueRule = (kind: KeyKind): string =>
  `${prefixOf(kind)} followed by at least 16 characters of A-Z, a-z, 0-9, _ and -`;

/** Whether `value` may be the value of a key of this kind. */
export const isKeyValue = (kind: KeyKind, value: string): boolean =>
  value.startsWith(prefixOf(kind)) && AFTER_PREFIX.test(value.slice(prefixOf(kind).length));

/** A new random key value. */
export const newKeyValue = (kind: KeyKind): string => prefixOf(kind) + randomText(NEW_LENGTH);
