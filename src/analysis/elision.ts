import { foldedPiece } from './folded-words.ts';

/** Articles that lose their vowel before an apostrophe, by language. */
const ARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: new Set('l m t qu n s j d c jusqu quoiqu lorsqu puisqu'.split(' ')),
  it: new Set('c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d'.split(' ')),
};

/** The elided articles of a language, null if it has none. */
export const elidedArticles = (language: string): ReadonlySet<string> | null => ARTICLES[language] ?? null;

/**
 * Where a word begins once its articles are dropped, one after another, so that no result begins with one.
 * The apostrophe joined two letters or digits, so something is always left.
 */
export function afterArticles(
  text: string,
  start: number,
  end: number,
  articles: ReadonlySet<string>,
): number {
  let begin = start;
  for (let i = start; i < end; i++) {
    const unit = text.charCodeAt(i);
    if (unit !== 0x27 && unit !== 0x2019) continue;
    if (!articles.has(foldedPiece(text, begin, i))) break;
    begin = i + 1;
  }
  return begin;
}
