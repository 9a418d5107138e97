import type { Analyzer } from '../analysis/analyzer.ts';
import {
  beginningOf,
  charactersBetween,
  endWithin,
  isSingleUnit,
  placeAfter,
  placeBefore,
  startWithin,
} from './cutting.ts';
import type { QueryWords } from './query-words.ts';

/** A word of a text that the query finds: where it stands, and by which of the query's words. */
interface Match {
  readonly start: number;
  readonly end: number;
  /** Characters of the text before `start` and before `end`. */
  readonly first: number;
  readonly last: number;
  readonly by: readonly number[];
}

/** The words of one text: where every one stands, and those that match. */
interface Reading {
  readonly starts: readonly number[];
  readonly ends: readonly number[];
  readonly matches: readonly Match[];
}

/**
 * The part of a text, at most `size` characters long, that holds the most different words of the query, the first
 * such part on ties, with what stands around it as far as there is room. Cut at word boundaries, escaped for HTML,
 * matched words in `<em>`. Null if no word matches.
 *
 * Cost: one pass over the text by the analyzer, then time linear in the number of matches and in `size`.
 */
export function snippetOf(text: string, words: QueryWords, analyzer: Analyzer, size: number): string | null {
  if (words.size === 0) return null;
  const reading = readingOf(text, words, analyzer);
  const best = bestMatches(reading.matches, words.size, size);
  if (best === undefined) return null;
  const { from, to } = windowAround(text, reading, best, size);
  return marked(text, from, to, reading.matches);
}

/** What stands in for a snippet of a text without a match, escaped like one. */
export const fallbackOf = (text: string, size: number): string => escaped(beginningOf(text, size));

function readingOf(text: string, words: QueryWords, analyzer: Analyzer): Reading {
  const starts: number[] = [];
  const ends: number[] = [];
  const matches: Match[] = [];
  const isSingle = isSingleUnit(text);
  let at = 0;
  let characters = 0; // before `at`
  analyzer.words(text, (word, start, end) => {
    starts.push(start);
    ends.push(end);
    const by = words.foundBy(word);
    if (by.length === 0) return;
    if (isSingle) {
      matches.push({ start, end, first: start, last: end, by });
      return;
    }
    // Pairs of CJK characters overlap, so that a word may begin before the one before it has ended.
    characters += start >= at ? charactersBetween(text, at, start) : -charactersBetween(text, start, at);
    at = start;
    matches.push({
      start,
      end,
      first: characters,
      last: characters + charactersBetween(text, start, end),
      by,
    });
  });
  return { starts, ends, matches };
}

/** The first run of matches within `size` characters that has the most different words of the query. */
function bestMatches(matches: readonly Match[], words: number, size: number): [Match, Match] | undefined {
  const counts = new Uint32Array(words);
  let different = 0;
  let most = 0;
  let best: [Match, Match] | undefined;
  let left = 0;
  for (const match of matches) {
    for (const number of match.by) if ((counts[number] as number)++ === 0) different++;
    for (let first = matches[left] as Match; first !== match && match.last - first.first > size; ) {
      for (const number of first.by) if (--(counts[number] as number) === 0) different--;
      first = matches[++left] as Match;
    }
    if (different > most) {
      most = different;
      best = [matches[left] as Match, match];
    }
  }
  return best;
}

/** Room is shared evenly before and after the matches; what one side cannot use goes to the other. */
function windowAround(text: string, { starts, ends }: Reading, [first, last]: [Match, Match], size: number) {
  const spare = size - (last.last - first.first);
  if (spare < 0) return { from: first.start, to: placeAfter(text, first.start, size) };
  const before = charactersBetween(text, placeBefore(text, first.start, spare), first.start);
  const after = charactersBetween(text, last.end, placeAfter(text, last.end, spare));
  const wanted = Math.min(before, Math.max(Math.floor(spare / 2), spare - after));
  const earliest = placeBefore(text, first.start, wanted);
  const from = startWithin(text, earliest, first.start) ?? firstAtLeast(starts, earliest, first.start);
  const room = size - charactersBetween(text, from, last.end);
  const latest = placeAfter(text, last.end, room);
  const to = endWithin(text, last.end, latest) ?? lastAtMost(ends, latest, last.end);
  return { from, to };
}

/** The least of ascending numbers that is at least `bound`; `otherwise` if there is none below it. */
function firstAtLeast(numbers: readonly number[], bound: number, otherwise: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) < bound) low = middle + 1;
    else high = middle;
  }
  return Math.min(numbers[low] ?? otherwise, otherwise);
}

/** The greatest of ascending numbers that is at most `bound`; `otherwise` if there is none above it. */
function lastAtMost(numbers: readonly number[], bound: number, otherwise: number): number {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((numbers[middle] as number) <= bound) low = middle + 1;
    else high = middle;
  }
  return Math.max(numbers[low - 1] ?? otherwise, otherwise);
}

/** A part of a text in HTML, each matched word in `<em>`; words that overlap are marked as one. */
function marked(text: string, from: number, to: number, matches: readonly Match[]): string {
  let html = '';
  let at = from;
  let open = -1; // where the mark that is open began
  const close = () => {
    if (open === -1) return;
    html += `<em>${escaped(text.slice(open, at))}</em>`;
    open = -1;
  };
  for (const { start, end } of matches) {
    if (start < from) continue;
    if (start >= to) break;
    if (open === -1 || start >= at) {
      close();
      html += escaped(text.slice(at, start));
      open = start;
    }
    at = Math.max(at, Math.min(end, to));
  }
  close();
  return html + escaped(text.slice(at, to));
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
