/** What each precision asks of a document, from 1 on. */
export const PRECISIONS: readonly string[] = [
  'Any one word is enough. Typos are forgiven.',
  'About half of the words. Typos are forgiven. This is the default.',
  'Both of two words, half of more. Typos are forgiven.',
  'All of three words, three quarters of more. Typos are forgiven.',
  'All words, but one of five or more may be missing. Typos are forgiven.',
  'All words, in any fields. Typos are forgiven.',
  'All words in one field. Typos are forgiven.',
  'All words in one field, without typos.',
  'All words in one field, whole: no typos, no beginnings of words.',
  'All words in one field, as written or inflected.',
  'All words in one field, exactly as written.',
];
