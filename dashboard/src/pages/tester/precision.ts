/** What each precision asks of a document, from 1 on. */
export const PRECISIONS: readonly string[] = [
  'At least one word must match. Typos are tolerated.',
  'About half of the words must match. Typos are tolerated. This is the default.',
  'Both of two words, or half of more words, must match. Typos are tolerated.',
  'All of three words, or three quarters of more words, must match. Typos are tolerated.',
  'All words must match; of five or more, one may be missing. Typos are tolerated.',
  'All words must match, in any field. Typos are tolerated.',
  'All words must match in one field. Typos are tolerated.',
  'All words must match in one field, without typos.',
  'All words must match in one field: no typos, no prefix matches.',
  'All words must match in one field, exactly or by stem.',
  'All words must match in one field, exactly as written.',
];
