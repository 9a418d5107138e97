import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { threadCaches } from '../caching/cache-budget.ts';
import { DIGIT, kindAt } from './characters.ts';
import { englishStem } from './english-stem.ts';
import { flatCopy } from './flat-copy.ts';
import { hashOf } from './folded-words.ts';
import { foldWord } from './folding.ts';
import { suffixAccents } from './suffix-accents.ts';

const STEMMERS: Readonly<Record<string, (word: string) => string>> = {
  da: danish,
  de: german,
  en: englishStem,
  es: spanish,
  fr: french,
  it: italian,
  nl: dutch,
  pt: portuguese,
  ru: russian,
};

/*
 * A direct-mapped cache of stems per language: a new word replaces the one in its slot.
 */
const SLOTS = 1 << 15;
const LONGEST_KEPT = 48;
const CACHE_BYTES = 3 * 2 ** 20;

/** The stemmer of a language, from folded words to folded stems; English where a language has none of its own. */
export function stemmerOf(language: string): (word: string) => string {
  const stemmer = STEMMERS[language] ?? englishStem;
  const restoreAccents = suffixAccents(language);
  return (word) =>
    // Product and version numbers are not inflected.
    word.length < 3 || hasDigit(word) ? word : foldWord(stemmer(restoreAccents(word))) || word;
}

/** The same with a cache. */
export function stemOf(language: string): (word: string) => string {
  const stemmer = stemmerOf(language);
  const words: string[] = [];
  const stems: string[] = [];
  return (word) => {
    if (word.length < 3) return word;
    // Too many to cache.
    if (hasDigit(word)) return word;
    if (words.length === 0) {
      threadCaches.addFixed(CACHE_BYTES);
      for (let slot = 0; slot < SLOTS; slot++) {
        words.push('');
        stems.push('');
      }
    }
    const hash = hashOf(word, 0, word.length);
    const slot = (hash ^ (hash >>> 15)) & (SLOTS - 1);
    if (words[slot] === word) return stems[slot] as string;
    const stem = stemmer(word);
    if (word.length > LONGEST_KEPT) return stem;
    const kept = flatCopy(word);
    words[slot] = kept;
    stems[slot] = stem === word ? kept : stem;
    return stem;
  };
}

function hasDigit(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (kindAt(word, at) === DIGIT) return true;
  return false;
}
