import type { Analyzer, Beginnings } from '../analysis/analyzer.ts';
import type { MatchRules, Operand, QueryPlan } from '../index/plan.ts';
import { isLongerThan } from './option.ts';

/** The most words whose matches are cached during a search; further words are compared each time. */
const MOST_KEPT = 20_000;

const NOTHING: readonly number[] = [];

/**
 * The words of a query as snippets highlight them: exact, stem and prefix matches, where the match rules have these
 * expansions (docs/matching.md, sections 2 and 4). Fuzzy, compound and subtoken matches are not highlighted.
 *
 * Cost: a word of a text is stemmed and compared once; every further occurrence costs one lookup.
 */
export class QueryWords {
  readonly #analyzer: Analyzer;
  readonly #words = new Map<string, number>();
  readonly #stems = new Map<string, number[]>();
  readonly #prefixes: Array<{ readonly word: string; readonly number: number }> = [];
  /** A memo of this search. A plain map: a bounded cache would make snippets a tenth slower. */
  readonly #found = new Map<string, readonly number[]>();
  /** The number of distinct words; they are numbered from 0. */
  readonly size: number;
  #beginnings: Beginnings | undefined;

  constructor(query: QueryPlan, matching: MatchRules, analyzer: Analyzer) {
    this.#analyzer = analyzer;
    if (query.kind === 'plain') this.size = this.#addPlain(query.text, matching);
    else if (query.kind === 'operators')
      this.size = this.#addOperands([...query.required, ...query.wanted], query.forbidden);
    else this.size = 0;
  }

  /** The beginnings of all words for which `foundBy` may find something. */
  get beginnings(): Beginnings {
    this.#beginnings ??= this.#analyzer.beginningsOf(this.#words.keys(), this.#stems.keys());
    return this.#beginnings;
  }

  /** The numbers of the query words that match a folded word of a text. */
  foundBy(word: string): readonly number[] {
    const known = this.#found.get(word);
    if (known !== undefined) return known;
    const found = this.#look(word);
    if (this.#found.size < MOST_KEPT) this.#found.set(word, found);
    return found;
  }

  #look(word: string): readonly number[] {
    let found = NOTHING;
    const same = this.#words.get(word);
    if (same !== undefined) found = [same];
    const inflected = this.#stems.size > 0 ? this.#stems.get(this.#analyzer.stem(word)) : undefined;
    if (inflected !== undefined) found = withNumbers(found, inflected);
    for (const { word: prefix, number } of this.#prefixes) {
      if (word.startsWith(prefix)) found = withNumbers(found, [number]);
    }
    return found;
  }

  /** Stop words match exactly, and as a prefix if they are last, unless the query has no other words. */
  #addPlain(text: string, { expansions, needed, longestPrefix }: MatchRules): number {
    const words = [...this.#wordsOf(text)].slice(0, needed.length - 1);
    const [hasStems, hasPrefixes] = [expansions.includes('stem'), expansions.includes('prefix')];
    const areAllStopWords = words.every((word) => this.#analyzer.isStopWord(word));
    const last = this.#lastWordOf(text);
    for (const [number, word] of words.entries()) {
      const isOrdinary = areAllStopWords || !this.#analyzer.isStopWord(word);
      this.#words.set(word, number);
      if (hasStems && isOrdinary) this.#addStem(word, number);
      if (!hasPrefixes || isLongerThan(word, longestPrefix)) continue;
      if (isOrdinary || word === last) this.#prefixes.push({ word, number });
    }
    return words.length;
  }

  /** Operands match by stem; their stop words count in phrases only, unless the query has no other words. */
  #addOperands(found: readonly Operand[], forbidden: readonly Operand[]): number {
    const counts = (word: string, kind: Operand['kind']): boolean =>
      kind === 'phrase' || !this.#analyzer.isStopWord(word);
    const hasOthers = [...found, ...forbidden].some(({ kind, text }) =>
      this.#wordsOf(text)
        .values()
        .some((word) => counts(word, kind)),
    );
    const words = new Set<string>();
    for (const { kind, text } of found) {
      for (const word of this.#wordsOf(text)) if (!hasOthers || counts(word, kind)) words.add(word);
    }
    for (const [number, word] of [...words].entries()) this.#addStem(word, number);
    return words.size;
  }

  #addStem(word: string, number: number): void {
    const stem = this.#analyzer.stem(word);
    this.#stems.set(stem, [...(this.#stems.get(stem) ?? []), number]);
  }

  #lastWordOf(text: string): string | undefined {
    let last: string | undefined;
    this.#analyzer.words(text, (word) => {
      last = word;
    });
    return last;
  }

  #wordsOf(text: string): Set<string> {
    const words = new Set<string>();
    this.#analyzer.words(text, (word) => void words.add(word));
    return words;
  }
}

const withNumbers = (found: readonly number[], others: readonly number[]): readonly number[] => {
  const fresh = others.filter((number) => !found.includes(number));
  return fresh.length === 0 ? found : [...found, ...fresh];
};
