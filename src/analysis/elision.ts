import { foldedPiece } from './folded-words.ts';

/** Elided articles, by language. */
const ARTICLES: Readonly<Record<string, ReadonlySet<string>>> = {
  fr: new Set('l m t qu n s j d c jusqu quoiqu lorsqu puisqu'.split(' ')),
  it: new Set('c l all dall dell nell sull coll pell gl agl dagl degl negl sugl un m t s v d'.split(' ')),
};

/** Null if the language has no elision. */
export const elidedArticles = (language: string): ReadonlySet<string> | null => ARTICLES[language] ?? null;

/**
 * The offset after the elided articles of a word, of which there may be several. A joining apostrophe is between
 * two letters or digits, so the rest is never empty.
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
