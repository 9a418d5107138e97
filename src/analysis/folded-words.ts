import { threadCaches } from '../caching/cache-budget.ts';
import { flatCopy } from './flat-copy.ts';
import { foldWord } from './folding.ts';

/*
 * A direct-mapped cache of folded words, keyed by the written word in place: a hit reads the text and allocates
 * nothing.
 *
 *   slot = hash(written) mod SLOTS:   hashes[slot]   written[slot]   folded[slot]
 *
 * A new word replaces the one in its slot, so the size is fixed: SLOTS pairs of at most LONGEST_KEPT units, 10 MB if
 * all were that long and not Latin, 2 MB with prose. Folding is the same in every language, so all share the cache.
 */
const SLOTS = 1 << 15;
const LONGEST_KEPT = 48;

const hashes = new Int32Array(SLOTS);
const written: string[] = new Array(SLOTS).fill('');
const folded: string[] = new Array(SLOTS).fill('');

threadCaches.addFixed(2 * 2 ** 20);

/** Odd, and different in every thread: nobody can send words that all have the same hash, as with a known factor. */
const FACTOR = (crypto.getRandomValues(new Int32Array(1))[0] as number) | 1;

/** One step of the hash of a written word, unit by unit from 0. */
export const hashStep = (hash: number, unit: number): number => Math.imul(hash ^ unit, FACTOR);

export function hashOf(text: string, start: number, end: number): number {
  let hash = 0;
  for (let i = start; i < end; i++) hash = hashStep(hash, text.charCodeAt(i));
  return hash;
}

/** The folded word in `text` from `start` to `end`; `hash` is the hash of these units. */
export function foldedWord(text: string, start: number, end: number, hash: number): string {
  if (end - start > LONGEST_KEPT) return foldWord(text.slice(start, end));
  const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
  if (hashes[slot] === hash && isWritten(written[slot] as string, text, start, end))
    return folded[slot] as string;
  const raw = text.slice(start, end);
  const word = foldWord(raw);
  hashes[slot] = hash;
  // A word that folds to itself is stored once; any other spelling is stored too.
  written[slot] = raw === word ? word : flatCopy(raw);
  folded[slot] = word;
  return word;
}

/** The folded form of any piece of a text. */
export const foldedPiece = (text: string, start: number, end: number): string =>
  foldedWord(text, start, end, hashOf(text, start, end));

function isWritten(word: string, text: string, start: number, end: number): boolean {
  const length = end - start;
  if (word.length !== length) return false;
  for (let i = 0; i < length; i++) if (word.charCodeAt(i) !== text.charCodeAt(start + i)) return false;
  return true;
}
