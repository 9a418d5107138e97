import { createHash } from 'node:crypto';

/*
 * Findling analyzes texts itself and sends the terms. All text fields of a document share a few fields of the index; a
 * token begins with a key of its field:
 *
 *   w      words     KEY=dunes          with positions
 *   w.g    their beginnings of 1 to 12 characters: KEY=d KEY=du ... (by an edge n-gram filter)
 *   w.a    words without key, the vocabulary in which fuzzy matches are looked up; s.a the same of stems
 *   s      stems     KEY~dune           with positions
 *   x      stems of subtokens KEY%shot, and compounds of adjacent words KEY+powershot
 *   i      the words of the id, without key
 *
 * The number of index fields does not grow with the text fields, and one clause looks up a term in all of them.
 */

/** Characters of a token before its term: the key and the mark of its kind. */
export const KEY_LENGTH = 7;

export type Path = 'w' | 'w.g' | 's' | 'x' | 'i';

/** A token, and the field of the index that has it. */
export interface Token {
  readonly path: Path;
  readonly token: string;
}

const keys = new Map<string, string>();
/** Field names are few, but come from users. */
const MOST_KEYS = 10_000;

/** 36 bits of a hash: two of the 64 fields of an engine collide once in 30 million engines. */
function keyOf(field: string): string {
  const known = keys.get(field);
  if (known !== undefined) return known;
  const key = createHash('sha256')
    .update(field)
    .digest('base64url')
    .slice(0, KEY_LENGTH - 1);
  if (keys.size < MOST_KEYS) keys.set(field, key);
  return key;
}

/** A short text that differs for other fields. */
export const keyOfFields = (fields: readonly string[]): string => fields.map(keyOf).join('');

export const wordToken = (field: string, word: string): Token =>
  field === 'id' ? { path: 'i', token: word } : { path: 'w', token: `${keyOf(field)}=${word}` };
/** `id` has words only. */
export const stemToken = (field: string, stem: string): Token =>
  field === 'id' ? { path: 'i', token: stem } : { path: 's', token: `${keyOf(field)}~${stem}` };
/** The beginning of a word, at most LONGEST_BEGINNING characters. */
export const beginningToken = (field: string, text: string): Token => ({
  path: 'w.g',
  token: `${keyOf(field)}=${text}`,
});
export const subtokenToken = (field: string, stem: string): Token => ({
  path: 'x',
  token: `${keyOf(field)}%${stem}`,
});
export const compoundToken = (field: string, compound: string): Token => ({
  path: 'x',
  token: `${keyOf(field)}+${compound}`,
});

export const LONGEST_BEGINNING = 12;
