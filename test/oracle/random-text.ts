import type { Random } from '../support/seed.ts';

/**
 * Words that are near each other in every way that matching knows: inflections, common beginnings, compounds and split
 * spellings, parts by case and digits, marks, stop words, and words at the limits of lengths (12, 16, long ones).
 */
const FAMILIES: Readonly<Record<string, readonly string[]>> = {
  inflected: [
    ...['park', 'parks', 'parked', 'parking', 'Parks', 'result', 'results', 'resulting', 'resulted'],
    ...['connect', 'connects', 'connection', 'connected', 'running', 'runs', 'run', 'nation', 'national'],
  ],
  near: [
    ...['commerce', 'comerce', 'commerec', 'commence', 'comm', 'com', 'cat', 'cats', 'cart', 'cast', 'act'],
    ...['category', 'caterpillar', 'caterpillars', 'cave', 'caves', 'canyon', 'canyons', 'a', 'an', 'ant'],
  ],
  compounds: [
    ...['ecommerce', 'e-commerce', 'e commerce', 'wifi', 'wi-fi', 'Wi Fi', 'WiFi', 'FY2022', 'FY 2022'],
    ...['fy-2022', 'PowerShot', 'powershot', 'Power-Shot', 'power shot', 'bye bye', 'byebye', 'bye'],
    ...['web site', 'website', 'sea shore', 'seashore', 'seashores', 'abc', 'a bc', 'ab c', 'ab', 'bc', 'c'],
    ...['indoor', 'in door', 'in-door', 'nowhere', 'no where', 'now here'],
  ],
  written: [
    ...['nps.gov', "don't", 'don’t', 'dont', '3.5', '3', '5', '35', '1,000', '1000', 'snake_case', 'snake'],
    ...['iPhone14Pro', 'iphone', '14', 'pro', "Park's", 'XL-500', 'xl500', 'C++', 'http://nps.gov/yose'],
  ],
  marked: [
    'café',
    'cafe',
    'CAFÉ',
    'Straße',
    'strasse',
    'naïve',
    'naive',
    'Ærø',
    'aero',
    'ＡＢＣ',
    'Łódź',
    'lodz',
  ],
  stop: ['the', 'The', 'of', 'and', 'who', 'in', 'to', 'no'],
  long: [
    ...['characterise', 'characterised', 'characterisation', 'international', 'internationalisation'],
    ...['abcdefghijkl', 'abcdefghijklm', 'abcdefgh', 'ijklmnop', 'abcdefghijklmnop', 'ijklmnopq'],
    ...['abcdefghijklmnopq', 'abcdefgh ijklmnop', 'abcdefgh ijklmnopq'],
  ],
  split: ['abc', 'a bc', 'ab c', 'a bc ab c', 'ab', 'bc', 'abcd', 'a bcd', 'abc d', 'ab cd', 'ab-cd', 'AbCd'],
};
const FOREIGN: Readonly<Record<string, readonly string[]>> = {
  ja: ['東京都', '京都', '東京', 'カメラ', 'カメ', '京', '東京2020', 'ﾃｽﾄ', 'テスト', '𠮷野家'],
  zh: ['北京大学', '大学', '北京', '学', '京大'],
  ko: ['한국어', '한국', '국어'],
  th: ['ภาษาไทย', 'ภาษา', 'ไทย'],
  de: ['Häuser', 'Haus', 'Hauses', 'laufen', 'läuft', 'und', 'der', 'die', 'Straßen'],
  fr: ["l'avion", 'avion', "d'avions", 'avions', 'le', 'les', 'continuellement', 'continuelle'],
  it: ["l'albero", 'alberi', "dell'albero", 'il', 'di'],
  ru: ['книга', 'книги', 'ёлка', 'елка', 'и', 'не'],
  es: ['casa', 'casas', 'niño', 'nino', 'el', 'la'],
  pt: ['casa', 'ação', 'acoes', 'de'],
  nl: ['huis', 'huizen', 'de', 'het'],
  da: ['hus', 'huset', 'og', 'ø'],
};
export const LANGUAGES: ReadonlyArray<string | null> = [null, 'en', 'pt-br', ...Object.keys(FOREIGN)];

const SEPARATORS = [
  ' ',
  ' ',
  ' ',
  ' ',
  ' ',
  ' ',
  '  ',
  '-',
  ', ',
  '. ',
  '/',
  '_',
  '',
  ' – ',
  '\n',
  "'",
  '.',
  ' & ',
];
const LETTERS = [...'aceiknorst'];

/** A small vocabulary for one engine, of few families, so that its few documents share words and near words. */
export function randomVocabulary(random: Random, language: string | null): string[] {
  const foreign =
    FOREIGN[language ?? ''] ?? (random.below(10) === 0 ? random.pick(Object.values(FOREIGN)) : []);
  const chosen = Array.from({ length: 1 + random.below(3) }, () => random.pick(Object.values(FAMILIES)));
  const families = foreign.length > 0 ? [...chosen, foreign, foreign] : chosen;
  return Array.from({ length: 3 + random.below(16) }, () => random.pick(random.pick(families)));
}

/** A word and more misspellings of it than count as its fuzzy matches; more words, too, than count in a query. */
export function randomCrowd(random: Random): string[] {
  const word = random.pick(['commerce', 'characterise', 'parking', 'canyon']);
  const words = new Set([word]);
  while (words.size < 100)
    words.add(random.pick([1, 2]) === 1 ? slip(random, word, 2) : slip(random, slip(random, word, 2), 2));
  return [...words];
}

/** `text` with one slip of the finger at or behind a character: left out, doubled by another, another, or swapped. */
function slip(random: Random, text: string, from = 0): string {
  const characters = [...text];
  const at = from + random.below(Math.max(1, characters.length - from));
  const swapped = characters.slice(at, at + 2).reverse();
  const slips = [
    () => characters.toSpliced(at, 1),
    () => characters.toSpliced(at, 0, random.pick(LETTERS)),
    () => characters.toSpliced(at, 1, random.pick(LETTERS)),
    () => characters.toSpliced(at, 2, ...swapped),
  ];
  return random.pick(slips)().join('');
}

/** A word of the vocabulary, now and then with a slip, in another case, cut off, split or compounds to another. */
export function randomWord(random: Random, vocabulary: readonly string[]): string {
  const word = random.pick(vocabulary);
  const characters = [...word];
  const at = 1 + random.below(characters.length);
  const [beginning, end] = [characters.slice(0, at).join(''), characters.slice(at).join('')];
  switch (random.below(16)) {
    case 0:
      return slip(random, word);
    case 1:
      return slip(random, slip(random, word, 2), 2);
    case 2:
      return beginning;
    case 3:
      return random.below(2) === 0 ? word.toUpperCase() : word.toLowerCase();
    case 4:
      return `${beginning} ${end}`;
    case 5:
      return word + random.pick(vocabulary);
    default:
      return word;
  }
}

/** Words with separators between them; punctuation alone and the empty text come now and then. */
export function randomText(random: Random, vocabulary: readonly string[], longest: number): string {
  if (random.below(40) === 0) return random.pick(['', ' ', '!?', '-', '...']);
  let text = randomWord(random, vocabulary);
  for (let left = random.below(longest); left > 0; left--) {
    text += random.pick(SEPARATORS) + randomWord(random, vocabulary);
  }
  return text;
}
