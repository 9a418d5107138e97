/**
 * The Snowball stemmer of English, also called Porter 2, after its published description. The one in
 * `@orama/stemmers` is the older Porter stemmer, and loses a letter (`connection` becomes `connec`, not `connect`).
 *
 * R1 is what follows the first consonant after the first vowel, R2 the same again within R1; both are kept as the
 * offset at which they begin. A `y` that acts as a consonant is written `Y` while the steps run.
 */
export function englishStem(word: string): string {
  if (word.length < 3) return word;
  const irregular = IRREGULAR.get(word);
  if (irregular !== undefined) return irregular;
  let stem = withConsonantY(word);
  const r1 = regionOne(stem);
  const r2 = regionAfter(stem, r1);
  stem = withoutPlural(withoutPossessive(stem));
  if (COMPLETE.has(stem)) return stem;
  stem = withoutParticiple(stem, r1);
  stem = withFinalI(stem);
  stem = longestSuffix(stem, DERIVED, r1, r2);
  stem = longestSuffix(stem, FURTHER, r1, r2);
  stem = longestSuffix(stem, LAST, r1, r2);
  return withoutFinal(stem, r1, r2).toLowerCase();
}

const IRREGULAR: ReadonlyMap<string, string> = new Map([
  ['skis', 'ski'],
  ['skies', 'sky'],
  ['dying', 'die'],
  ['lying', 'lie'],
  ['tying', 'tie'],
  ['idly', 'idl'],
  ['gently', 'gentl'],
  ['ugly', 'ugli'],
  ['early', 'earli'],
  ['only', 'onli'],
  ['singly', 'singl'],
  ...['sky', 'news', 'howe', 'atlas', 'cosmos', 'bias', 'andes'].map((word) => [word, word] as const),
]);
/** Words that keep their ending after step 1a. */
const COMPLETE = new Set('inning outing canning herring earring proceed exceed succeed'.split(' '));

type Condition = (before: string, r1: number, r2: number) => boolean;
type Suffix = readonly [ending: string, put: string, condition?: Condition];
/** Suffixes by their last letter, longest first: the longest match decides, whether or not it may be replaced. */
type Suffixes = ReadonlyMap<string, readonly Suffix[]>;
const byLastLetter = (suffixes: readonly Suffix[]): Suffixes =>
  Map.groupBy(
    suffixes.toSorted((a, b) => b[0].length - a[0].length),
    ([ending]) => ending.slice(-1),
  );

const endsInOneOf = (letters: string) => (before: string) => letters.includes(before.slice(-1));
const inSecond: Condition = (before, _, r2) => before.length >= r2;
const inSecondAfterSOrT: Condition = (before, _, r2) => before.length >= r2 && /[st]$/.test(before);

const DERIVED = byLastLetter([
  ['ational', 'ate'],
  ['fulness', 'ful'],
  ['iveness', 'ive'],
  ['ization', 'ize'],
  ['ousness', 'ous'],
  ['biliti', 'ble'],
  ['lessli', 'less'],
  ['tional', 'tion'],
  ['alism', 'al'],
  ['aliti', 'al'],
  ['ation', 'ate'],
  ['entli', 'ent'],
  ['fulli', 'ful'],
  ['iviti', 'ive'],
  ['ousli', 'ous'],
  ['abli', 'able'],
  ['alli', 'al'],
  ['anci', 'ance'],
  ['ator', 'ate'],
  ['enci', 'ence'],
  ['izer', 'ize'],
  ['bli', 'ble'],
  ['ogi', 'og', endsInOneOf('l')],
  ['li', '', endsInOneOf('cdeghkmnrt')],
]);
const FURTHER = byLastLetter([
  ['ational', 'ate'],
  ['tional', 'tion'],
  ['alize', 'al'],
  ['ative', '', inSecond],
  ['icate', 'ic'],
  ['iciti', 'ic'],
  ['ical', 'ic'],
  ['ness', ''],
  ['ful', ''],
]);
const LAST = byLastLetter([
  ...'ement able ance ence ible ment ant ate ent ism iti ive ize ous al er ic'
    .split(' ')
    .map((ending): Suffix => [ending, '', inSecond]),
  ['ion', '', inSecondAfterSOrT],
]);

/** Replaces the longest matching suffix if it is in R1 and its condition holds. */
function longestSuffix(word: string, suffixes: Suffixes, r1: number, r2: number): string {
  for (const [ending, put, condition] of suffixes.get(word.slice(-1)) ?? []) {
    if (!word.endsWith(ending)) continue;
    const before = word.slice(0, -ending.length);
    const applies = before.length >= r1 && (condition === undefined || condition(before, r1, r2));
    return applies ? before + put : word;
  }
  return word;
}

const withConsonantY = (word: string): string =>
  word.includes('y') ? word.replace(/^y/, 'Y').replace(/([aeiouy])y/g, '$1Y') : word;

const WHOLE_PREFIXES = ['gener', 'commun', 'arsen'];

function regionOne(word: string): number {
  const prefix = WHOLE_PREFIXES.find((whole) => word.startsWith(whole));
  return prefix === undefined ? regionAfter(word, 0) : prefix.length;
}

/** The offset after the first consonant that follows a vowel, searched from `start`. */
function regionAfter(word: string, start: number): number {
  let at = start;
  while (at < word.length && !isVowel(word, at)) at++;
  while (at < word.length && isVowel(word, at)) at++;
  return Math.min(at + 1, word.length);
}

const VOWEL = Uint8Array.from({ length: 128 }, (_, code) =>
  Number('aeiouy'.includes(String.fromCharCode(code))),
);
const isVowel = (word: string, at: number): boolean => VOWEL[word.charCodeAt(at)] === 1;

function hasVowel(word: string, end: number): boolean {
  for (let at = 0; at < end; at++) if (isVowel(word, at)) return true;
  return false;
}

function withoutPossessive(word: string): string {
  if (word.endsWith("'s'")) return word.slice(0, -3);
  if (word.endsWith("'s")) return word.slice(0, -2);
  return word.endsWith("'") ? word.slice(0, -1) : word;
}

function withoutPlural(word: string): string {
  if (word.endsWith('ied')) return word.slice(0, word.length > 4 ? -2 : -1);
  if (!word.endsWith('s') || word.endsWith('us') || word.endsWith('ss')) return word;
  if (word.endsWith('sses')) return word.slice(0, -2);
  if (word.endsWith('ies')) return word.slice(0, word.length > 4 ? -2 : -1);
  return hasVowel(word, word.length - 2) ? word.slice(0, -1) : word;
}

const PARTICIPLES = ['eedly', 'ingly', 'edly', 'eed', 'ing', 'ed'];
const DOUBLED = new Set(['bb', 'dd', 'ff', 'gg', 'mm', 'nn', 'pp', 'rr', 'tt']);
const WANTS_E = new Set(['at', 'bl', 'iz']);

function withoutParticiple(word: string, r1: number): string {
  const ending = PARTICIPLES.find((participle) => word.endsWith(participle));
  if (ending === undefined) return word;
  const before = word.slice(0, -ending.length);
  if (ending.startsWith('ee')) return before.length >= r1 ? `${before}ee` : word;
  if (!hasVowel(before, before.length)) return word;
  const end = before.slice(-2);
  if (WANTS_E.has(end)) return `${before}e`;
  if (DOUBLED.has(end)) return before.slice(0, -1);
  return before.length <= r1 && endsInShortSyllable(before) ? `${before}e` : before;
}

function withFinalI(word: string): string {
  const last = word.length - 1;
  const y = word.endsWith('y') || word.endsWith('Y');
  return y && last > 1 && !isVowel(word, last - 1) ? `${word.slice(0, -1)}i` : word;
}

/** A vowel between consonants of which the last is not w, x or Y; or the first two letters, a vowel and a consonant. */
function endsInShortSyllable(word: string): boolean {
  const last = word.length - 1;
  if (last < 1 || isVowel(word, last) || !isVowel(word, last - 1)) return false;
  return last === 1 || (!isVowel(word, last - 2) && !'wxY'.includes(word.charAt(last)));
}

function withoutFinal(word: string, r1: number, r2: number): string {
  const before = word.slice(0, -1);
  if (word.endsWith('e')) {
    return before.length >= r2 || (before.length >= r1 && !endsInShortSyllable(before)) ? before : word;
  }
  return word.endsWith('ll') && before.length >= r2 ? before : word;
}
