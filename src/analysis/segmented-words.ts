import type { WordSink } from './analyzer.ts';
import type { Beginnings } from './beginnings.ts';
import { isHighSurrogate, kindAt, MARK, SEGMENTED } from './characters.ts';
import { foldedPiece } from './folded-words.ts';

/** The segmenter chooses its dictionary by script, so one serves Thai, Lao, Khmer and Myanmar. */
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/**
 * Emits the words of the run of a script without spaces that begins at `start`, and returns the end of the run. Words
 * of these scripts never begin with ASCII; otherwise all are emitted, since segmenting costs far more than folding.
 */
export function eachSegmentedWord(
  text: string,
  start: number,
  sink: WordSink,
  beginnings: Beginnings | null,
): number {
  let end = start;
  while (end < text.length) {
    const kind = kindAt(text, end);
    if (kind !== SEGMENTED && kind !== MARK) break;
    end += isHighSurrogate(text.charCodeAt(end)) ? 2 : 1;
  }
  if (beginnings?.isAscii) return end;
  for (const { segment, index } of segmenter.segment(text.slice(start, end))) {
    const begin = start + index;
    const word = foldedPiece(text, begin, begin + segment.length);
    if (word !== '') sink(word, begin, begin + segment.length);
  }
  return end;
}
