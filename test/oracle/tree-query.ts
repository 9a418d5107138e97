import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { FuzzyRule, MinimumMatch, TextView, TreeNode } from '../../src/index/plan.ts';
import type { OracleDocument } from './document.ts';
import type { FieldText } from './field-text.ts';
import { passes } from './filters.ts';
import { editDistance } from './fuzzy.ts';
import { idfOf } from './idf.ts';
import { type Scores, saturation } from './plain-query.ts';
import { characters, LONGEST_COMPOUND, wordsOf } from './query-terms.ts';
import { SearchedField } from './searched-field.ts';
import { compareValues, valuesOf } from './values.ts';

const MOST_TERMS = 64;
const LONGEST_PREFIX = 12;

/** What a tree finds, node by node and document by document. */
export class TreeOracle {
  readonly #documents: readonly OracleDocument[];
  readonly #analyzer: Analyzer;
  readonly #isText: (field: string) => boolean;
  readonly #fields = new Map<string, SearchedField>();

  constructor(documents: readonly OracleDocument[], analyzer: Analyzer, isText: (field: string) => boolean) {
    this.#documents = documents;
    this.#analyzer = analyzer;
    this.#isText = isText;
  }

  scores(root: TreeNode): Scores {
    const scores: Scores = new Map();
    for (const document of this.#documents) {
      const score = this.#score(root, document);
      if (score !== undefined) scores.set(document, score);
    }
    return scores;
  }

  /** Undefined if the document does not match. */
  #score(node: TreeNode, document: OracleDocument): number | undefined {
    const bare = this.#bareScore(node, document);
    return bare === undefined ? undefined : node.factor * bare;
  }

  #bareScore(node: TreeNode, document: OracleDocument): number | undefined {
    const one = (isMatch: boolean): number | undefined => (isMatch ? 1 : undefined);
    switch (node.kind) {
      case 'condition':
        return one(passes(document, node.filter));
      case 'exists':
        return one(valuesOf(document, node.field).length > 0);
      case 'words':
        return one(
          this.#text(node.field, document)?.words.some(({ word }) => node.words.includes(word)) ?? false,
        );
      case 'beginning':
        if (!node.isWhole)
          return one(
            this.#text(node.field, document)?.words.some(({ word }) => word.startsWith(node.text)) ?? false,
          );
        return one(
          (node.field === 'id' || this.#isText(node.field)) &&
            valuesOf(document, node.field).some((value) => String(value).startsWith(node.text)),
        );
      case 'text':
        return this.#textScore(node, document);
      case 'phrase':
        return this.#phraseScore(node, document);
      case 'bool': {
        const all = [...node.required, ...node.filters].every(
          (part) => this.#score(part, document) !== undefined,
        );
        if (!all || node.forbidden.some((part) => this.#score(part, document) !== undefined))
          return undefined;
        const optional = node.optional.flatMap((part) => this.#score(part, document) ?? []);
        if (optional.length < node.needed) return undefined;
        const isEmpty = [node.required, node.filters, node.optional, node.forbidden].flat().length === 0;
        const required = node.required.map((part) => this.#score(part, document) ?? 0);
        return [...required, ...optional].reduce((sum, score) => sum + score, isEmpty ? 1 : 0);
      }
      case 'best': {
        const scores = node.of.flatMap((part) => this.#score(part, document) ?? []);
        if (scores.length === 0) return undefined;
        const best = Math.max(...scores);
        return best + node.tieBreaker * (scores.reduce((sum, score) => sum + score, 0) - best);
      }
    }
  }

  #field(name: string): SearchedField | undefined {
    if (name !== 'id' && !this.#isText(name)) return undefined;
    const known = this.#fields.get(name) ?? new SearchedField(name, 1, this.#documents);
    this.#fields.set(name, known);
    return known;
  }

  #text(field: string, document: OracleDocument): FieldText | undefined {
    return this.#field(field)?.texts.get(document);
  }

  #textScore(
    { field: name, view, text, isAnalyzed, minimum, fuzzy }: Extract<TreeNode, { kind: 'text' }>,
    document: OracleDocument,
  ): number | undefined {
    const field = this.#field(name);
    const words = field?.texts.get(document);
    const all = isAnalyzed ? this.#terms(view, text) : [text];
    const terms = [...new Set(all)].filter((term) => term !== '').slice(0, MOST_TERMS);
    if (field === undefined || words === undefined || terms.length === 0) return undefined;
    const scores = terms.flatMap((term) => {
      if (fuzzy === null) return this.#termScore(field, words, view, term) ?? [];
      const near = this.#near(field, view, term, fuzzy).flatMap(([one, share]) => {
        const score = this.#termScore(field, words, view, one);
        return score === undefined ? [] : [share * score];
      });
      return near.length === 0 ? [] : [Math.max(...near)];
    });
    const needed = Math.max(1, demanded(minimum, terms.length));
    return scores.length < needed ? undefined : scores.reduce((sum, score) => sum + score, 0);
  }

  #terms(view: TextView, text: string): string[] {
    const analyzer = this.#analyzer;
    const unstopped = (words: string[]): string[] => {
      const others = words.filter((word) => !analyzer.isStopWord(word));
      return others.length > 0 ? others : words;
    };
    const words = wordsOf(text, analyzer);
    switch (view) {
      case 'word':
        return unstopped(words);
      case 'stem':
        return unstopped(words).map((word) => analyzer.stem(word));
      case 'prefix':
        return words;
      case 'joined':
        return [...words, ...words.slice(1).map((word, i) => (words[i] ?? '') + word)].filter(
          (word, i) => i < words.length || characters(word).length <= LONGEST_COMPOUND,
        );
      case 'delimiter': {
        const subtokens = [...words];
        analyzer.subtokens(text, (subtoken) => subtokens.push(subtoken));
        return unstopped(subtokens).map((subtoken) => analyzer.stem(subtoken));
      }
    }
  }

  #termScore(field: SearchedField, text: FieldText, view: TextView, term: string): number | undefined {
    const constant = (isMatch: boolean): number | undefined => (isMatch ? 1 : undefined);
    switch (view) {
      case 'prefix':
        return constant(
          characters(term).length <= LONGEST_PREFIX && text.words.some(({ word }) => word.startsWith(term)),
        );
      case 'joined':
        return constant(
          characters(term).length <= LONGEST_COMPOUND &&
            text.pairs().some(([left, right]) => left + right === term),
        );
      case 'delimiter':
        return constant(
          !field.isId && (text.forms.includes(term) || text.words.some(({ stem }) => stem === term)),
        );
      case 'word':
      case 'stem': {
        const has = (one: FieldText): number => one.count((placed) => placed[view] === term);
        const tf = has(text);
        if (tf === 0) return undefined;
        const df = field.documentsWith((one) => has(one) > 0);
        return idfOf(field.documentCount, df) * saturation(tf, text.length, field);
      }
    }
  }

  /** The words or stems near a term, with the share of the score of each. */
  #near(
    field: SearchedField,
    view: TextView,
    term: string,
    { edits, prefixLength, mostWords }: FuzzyRule,
  ): Array<readonly [string, number]> {
    const of = view === 'stem' ? 'stem' : 'word';
    const known = new Set(
      [...field.texts.values()].flatMap((text) => text.words.map((placed) => placed[of])),
    );
    const { length } = characters(term);
    const most = edits === 'auto' ? (length < 3 ? 0 : length < 6 ? 1 : 2) : edits;
    const prefix = characters(term).slice(0, prefixLength).join('');
    return [...known]
      .filter((word) => word.startsWith(prefix))
      .map((word) => ({ word, distance: editDistance(term, word) }))
      .filter(({ distance }) => distance <= most)
      .sort((a, b) => a.distance - b.distance || compareValues(a.word, b.word))
      .slice(0, mostWords)
      .map(({ word, distance }) => [word, Math.max(0, 1 - distance / length)] as const);
  }

  #phraseScore(
    { field: name, view, text, slop }: Extract<TreeNode, { kind: 'phrase' }>,
    document: OracleDocument,
  ): number | undefined {
    const field = this.#field(name);
    const words = field?.texts.get(document);
    if (field === undefined || words === undefined) return undefined;
    const sought = wordsOf(text, this.#analyzer)
      .slice(0, MOST_TERMS)
      .map((word) => (view === 'stem' && !field.isId ? this.#analyzer.stem(word) : word));
    if (sought.length === 0 || !isPhrase(words, view, sought, slop)) return undefined;
    return [...new Set(sought)].reduce(
      (sum, term) => sum + (this.#termScore(field, words, view, term) ?? 0),
      0,
    );
  }
}

function demanded({ value, isPercentage }: MinimumMatch, terms: number): number {
  const amount = isPercentage ? Math.floor((Math.abs(value) * terms) / 100) : Math.abs(value);
  return Math.max(0, Math.min(terms, value < 0 ? terms - amount : amount));
}

/** Tries every assignment of distinct positions whose shifts are at most `slop` apart. */
function isPhrase(text: FieldText, view: 'word' | 'stem', terms: readonly string[], slop: number): boolean {
  const fits = (i: number, taken: readonly number[], least: number, most: number): boolean => {
    if (most - least > slop) return false;
    if (i === terms.length) return true;
    return text.words.some(
      (placed) =>
        placed[view] === terms[i] &&
        !taken.includes(placed.position) &&
        fits(
          i + 1,
          [...taken, placed.position],
          Math.min(least, placed.position - i),
          Math.max(most, placed.position - i),
        ),
    );
  };
  return fits(0, [], Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY);
}
