import { BoundedCache, textBytes } from '../caching/bounded-cache.ts';
import type { WordSink } from './analyzer.ts';
import type { Beginnings } from './beginnings.ts';
import { isHighSurrogate, kindAt, MARK, SEGMENTED } from './characters.ts';
import { flatCopy } from './flat-copy.ts';
import { foldedPiece } from './folded-words.ts';

/** The segmenter chooses its dictionary by script, so one serves Thai, Lao, Khmer and Myanmar. */
const segmenter = new Intl.Segmenter('th', { granularity: 'word' });

/** The ends of the words of recent runs in texts that are shown: segmenting takes 50 times as long as all the rest. */
const recentEnds = new BoundedCache<string, readonly number[]>({
  bytes: 4 * 2 ** 20,
  weigh: (run, ends) => textBytes(run) + 64 + 8 * ends.length,
});

const endsOf = (run: string): readonly number[] =>
  Array.from(segmenter.segment(run), ({ segment, index }) => index + segment.length);

function cachedEndsOf(run: string): readonly number[] {
  const known = recentEnds.get(run);
  if (known !== undefined) return known;
  const ends = endsOf(run);
  recentEnds.set(flatCopy(run), ends);
  return ends;
}

/**
 * Emits the words of the run of a script without spaces that begins at `start`, and returns the end of the run. Words
 * of these scripts never begin with ASCII.
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
  const run = text.slice(start, end);
  let begin = start;
  for (const wordEnd of beginnings === null ? endsOf(run) : cachedEndsOf(run)) {
    const next = start + wordEnd;
    if (beginnings === null || beginnings.passes(text, begin)) {
      const word = foldedPiece(text, begin, next);
      if (word !== '') sink(word, begin, next);
    }
    begin = next;
  }
  return end;
}
