import { stemmer as danish } from '@orama/stemmers/danish';
import { stemmer as dutch } from '@orama/stemmers/dutch';
import { stemmer as french } from '@orama/stemmers/french';
import { stemmer as german } from '@orama/stemmers/german';
import { stemmer as italian } from '@orama/stemmers/italian';
import { stemmer as portuguese } from '@orama/stemmers/portuguese';
import { stemmer as russian } from '@orama/stemmers/russian';
import { stemmer as spanish } from '@orama/stemmers/spanish';
import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import { DIGIT, kindAt } from './characters.ts';
import { englishStem } from './english-stem.ts';
import { flatCopy } from './flat-copy.ts';
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

/** The most bytes of cached stems per language: some 60,000 words. */
const CACHE_BYTES = 8 * 2 ** 20;

/** The stemmer of a language, from folded words to folded stems; English where a language has none of its own. */
export function stemOf(language: string): (word: string) => string {
  const stemmer = STEMMERS[language] ?? englishStem;
  const restoreAccents = suffixAccents(language);
  const stems = new BoundedCache<string, string>({
    bytes: CACHE_BYTES,
    weigh: (word, stem) => textBytes(word) + textBytes(stem),
  });
  return (word) => {
    if (word.length < 3) return word;
    const known = stems.get(word);
    if (known !== undefined) return known;
    // Product and version numbers are not inflected, and too many to cache.
    if (hasDigit(word)) return word;
    const stem = foldWord(stemmer(restoreAccents(word))) || word;
    stems.set(flatCopy(word), stem);
    return stem;
  };
}

function hasDigit(word: string): boolean {
  for (let at = 0; at < word.length; at++) if (kindAt(word, at) === DIGIT) return true;
  return false;
}
