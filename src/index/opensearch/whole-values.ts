import { createHash } from 'node:crypto';
import { truncate } from './truncate.ts';

/** The most bytes of a value that OpenSearch compares; longer ones are compared by their beginning and a hash. */
const MOST_BYTES = 32_000;
const HASH = '\u0000#';
const HASH_BYTES = 66;

export const isLong = (text: string): boolean =>
  // A UTF-16 unit takes three bytes at most.
  text.length * 3 > MOST_BYTES && Buffer.byteLength(text) > MOST_BYTES;

/** What stands for a text in filters, sorts, facets and groups. */
export const valueKey = (text: string): string =>
  isLong(text)
    ? `${truncate(text, MOST_BYTES - HASH_BYTES)}${HASH}${createHash('sha256').update(text).digest('hex')}`
    : text;

/** Whether a key stands for a text that is longer than itself. */
export const isCut = (key: string): boolean => key.at(-HASH_BYTES) === '\u0000';
