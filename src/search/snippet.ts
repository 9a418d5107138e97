import type { Analyzer } from '../analysis/analyzer.ts';
import {
  beginningOf,
  charactersBetween,
  endWithin,
  isSingleUnit,
  offsetAfter,
  offsetBefore,
  startWithin,
} from './cutting.ts';
import type { QueryWords } from './query-words.ts';

/** A word of a text that matches: its position, and the query words that it matches. */
interface Match {
  readonly start: number;
  readonly end: number;
  /** Characters of the text before `start` and before `end`. */
  readonly first: number;
  readonly last: number;
  readonly by: readonly number[];
}

/** One text: its matches, and whether its characters and UTF-16 units are the same. */
interface Reading {
  readonly text: string;
  readonly analyzer: Analyzer;
  readonly isSingle: boolean;
  readonly matches: readonly Match[];
}

/**
 * The part of a text, at most `size` characters long, with the most distinct words of the query (the first such part on
 * ties) and as much surrounding text as fits. Cut at word boundaries, escaped for HTML, matched words in `<em>`. Null
 * if no word matches.
 *
 * Cost: one pass over the text, which folds only words that begin as those of the query, then time linear in the number
 * of matches and in `size`.
 */
export function snippetOf(text: string, words: QueryWords, analyzer: Analyzer, size: number): string | null {
  if (words.size === 0) return null;
  const reading = readingOf(text, words, analyzer);
  const best = bestMatches(reading.matches, words.size, size);
  if (best === undefined) return null;
  const { from, to } = windowAround(reading, best, size);
  return marked(text, from, to, reading.matches);
}

/** The fallback for a text without a match, escaped like a snippet. */
export const fallbackOf = (text: string, size: number): string => escaped(beginningOf(text, size));

function readingOf(text: string, words: QueryWords, analyzer: Analyzer): Reading {
  const matches: Match[] = [];
  const isSingle = isSingleUnit(text);
  let at = 0;
  let characters = 0; // before `at`
  const look = (word: string, start: number, end: number): void => {
    const by = words.foundBy(word);
    if (by.length === 0) return;
    if (isSingle) {
      matches.push({ start, end, first: start, last: end, by });
      return;
    }
    // CJK bigrams overlap, so a word may begin before the previous one has ended.
    characters += start >= at ? charactersBetween(text, at, start) : -charactersBetween(text, start, at);
    at = start;
    matches.push({
      start,
      end,
      first: characters,
      last: characters + charactersBetween(text, start, end),
      by,
    });
  };
  analyzer.scan(text, words.beginnings, look);
  return { text, analyzer, isSingle, matches };
}

/** Counters shared by all queries of usual length; longer queries allocate their own. */
const COUNTERS = new Uint32Array(64);

/** The first run of matches within `size` characters that has the most distinct words of the query. */
function bestMatches(matches: readonly Match[], words: number, size: number): [Match, Match] | undefined {
  const [only] = matches;
  if (only === undefined || matches.length === 1) return only && [only, only];
  const counts = words <= COUNTERS.length ? COUNTERS.fill(0) : new Uint32Array(words);
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

/** Splits the remaining size evenly before and after the matches; one side gets what the other cannot use. */
function windowAround(reading: Reading, [first, last]: [Match, Match], size: number) {
  const { text } = reading;
  const spare = size - (last.last - first.first);
  if (spare < 0) return { from: first.start, to: after(reading, first.start, size) };
  const room = between(reading, before(reading, first.start, spare), first.start);
  const behind = between(reading, last.end, after(reading, last.end, spare));
  const wanted = Math.min(room, Math.max(Math.floor(spare / 2), spare - behind));
  const earliest = before(reading, first.start, wanted);
  const from = startWithin(text, earliest, first.start) ?? startOfWord(reading, earliest, first.start);
  const latest = after(reading, last.end, size - between(reading, from, last.end));
  const to = endWithin(text, last.end, latest) ?? endOfWord(reading, latest, last.end);
  return { from, to };
}

// Most texts have no surrogates: each character is one unit, and nothing needs to be counted.

const between = ({ text, isSingle }: Reading, from: number, to: number): number =>
  isSingle ? to - from : charactersBetween(text, from, to);

const after = ({ text, isSingle }: Reading, from: number, characters: number): number =>
  isSingle ? Math.min(from + Math.max(characters, 0), text.length) : offsetAfter(text, from, characters);

const before = ({ text, isSingle }: Reading, from: number, characters: number): number =>
  isSingle ? Math.max(from - characters, 0) : offsetBefore(text, from, characters);

// If one word fills the range, which is rare, the text is read a second time.

/** The start of the first word at or after `bound`; `otherwise` if no word starts before that. */
function startOfWord({ text, analyzer }: Reading, bound: number, otherwise: number): number {
  let found = otherwise;
  analyzer.words(text, (_word, start) => {
    if (start >= bound && start < found) found = start;
  });
  return found;
}

/** The end of the last word that ends at or before `bound`; `otherwise` if no word ends after that. */
function endOfWord({ text, analyzer }: Reading, bound: number, otherwise: number): number {
  let found = otherwise;
  analyzer.words(text, (_word, _start, end) => {
    if (end <= bound && end > found) found = end;
  });
  return found;
}

/** A part of a text as HTML, each matched word in `<em>`; overlapping words share one element. */
function marked(text: string, from: number, to: number, matches: readonly Match[]): string {
  let html = '';
  let at = from;
  let open = -1; // where the open element began
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

const SPECIAL = /[&<>"']/;

const escaped = (text: string): string =>
  SPECIAL.test(text) ? text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '') : text;
