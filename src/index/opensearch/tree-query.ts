import type { Analyzer } from '../../analysis/analyzer.ts';
import { type FuzzyRule, neededOf, type TextView, type TreeNode } from '../plan.ts';
import { MAX_COMPOUND_LENGTH } from '../terms/expansion-kinds.ts';
import { idf } from '../terms/idf.ts';
import { tokensOf } from '../terms/query-terms.ts';
import { MOST_TERMS, termsOfText } from '../terms/terms-of-text.ts';
import type { Json } from './cluster.ts';
import { anyOf, EVERY, filterQuery, NO, valuePath } from './filters.ts';
import { allowedEdits, compareBytes, editsBetween } from './fuzzy-terms.ts';
import type { SimilarTerm } from './known-facts.ts';
import { phraseQuery } from './operators-query.ts';
import { frequencyQuery, scoredTerm, tokenQuery } from './scored-terms.ts';
import type { Targets } from './target.ts';
import type { TermFacts } from './term-facts.ts';
import {
  beginningToken,
  compoundToken,
  keyOfFields,
  LONGEST_BEGINNING,
  stemToken,
  subtokenToken,
  type Token,
  wordToken,
} from './tokens.ts';

/** Writes the queries of trees: docs/elasticsearch.md has the rules of each node. */
export class TreeQueries {
  readonly #analyzer: Analyzer;
  readonly #facts: TermFacts;
  readonly #targets: Targets;

  constructor(analyzer: Analyzer, facts: TermFacts, targets: Targets) {
    this.#analyzer = analyzer;
    this.#facts = facts;
    this.#targets = targets;
  }

  query(node: TreeNode): Json {
    const { factor } = node;
    const constant = (filter: Json): Json => ({ constant_score: { filter, boost: factor } });
    switch (node.kind) {
      case 'condition':
        return constant(filterQuery(node.filter, this.#targets));
      case 'exists':
        return node.field === 'id' || this.#targets.schema.has(node.field)
          ? constant({ exists: { field: valuePath(node.field) } })
          : NO;
      case 'words':
        if (!this.#hasWords(node.field)) return NO;
        return constant(anyOf(tokenQuery(node.words.map((word) => wordToken(node.field, word)))));
      case 'beginning':
        if (!this.#hasWords(node.field)) return NO;
        return constant(
          node.isWhole ? { prefix: { [valuePath(node.field)]: node.text } } : this.#begun(node),
        );
      case 'text':
        return this.#hasWords(node.field) ? this.#text(node) : NO;
      case 'phrase':
        return this.#hasWords(node.field) ? this.#phrase(node) : NO;
      case 'bool': {
        const all = [node.required, node.optional, node.filters, node.forbidden].flat();
        if (all.length === 0) return { match_all: { boost: factor } };
        return {
          bool: {
            must: this.#queries(node.required),
            should: this.#queries(node.optional),
            // Without it, a bool query of optional clauses only would need one of them.
            filter: [EVERY, ...this.#queries(node.filters)],
            must_not: this.#queries(node.forbidden),
            minimum_should_match: node.needed,
            boost: factor,
          },
        };
      }
      case 'best':
        if (node.of.length === 0) return NO;
        return {
          dis_max: { queries: this.#queries(node.of), tie_breaker: node.tieBreaker, boost: factor },
        };
    }
  }

  #queries(nodes: readonly TreeNode[]): Json[] {
    return nodes.map((node) => this.query(node));
  }

  #hasWords(field: string): boolean {
    return field === 'id' || this.#targets.isText(field);
  }

  #begun({ field, text }: Extract<TreeNode, { kind: 'beginning' }>): Json {
    const { path, token } = wordToken(field, text);
    return { prefix: { [path]: token } };
  }

  #text(node: Extract<TreeNode, { kind: 'text' }>): Json {
    const { field, view, minimum, fuzzy, factor } = node;
    const terms = termsOfText(this.#analyzer, node).map(({ term }) => term);
    if (terms.length === 0) return NO;
    const should = terms.map((term) => {
      if (fuzzy === null || (view !== 'word' && view !== 'stem'))
        return this.#term(field, view, term, factor);
      const near = this.#near(field, view, term, fuzzy);
      const queries = near.map(({ text, similarity }) => this.#term(field, view, text, similarity * factor));
      return queries.length === 0 ? NO : { dis_max: { queries } };
    });
    const needed = Math.max(1, neededOf(minimum, terms.length));
    return { bool: { should, minimum_should_match: needed } };
  }

  #term(field: string, view: TextView, term: string, factor: number): Json {
    const constant = (filter: Json): Json => ({ constant_score: { filter, boost: factor } });
    const { length } = [...term];
    switch (view) {
      case 'prefix':
        if (length > LONGEST_BEGINNING) return NO;
        return constant(
          field === 'id' ? { prefix: { i: term } } : frequencyQuery(beginningToken(field, term)),
        );
      case 'joined':
        return length > MAX_COMPOUND_LENGTH || field === 'id'
          ? NO
          : constant(frequencyQuery(compoundToken(field, term)));
      case 'delimiter':
        return field === 'id'
          ? NO
          : constant(anyOf(tokenQuery([subtokenToken(field, term), stemToken(field, term)])));
      case 'word':
      case 'stem':
        return this.#scored(this.#token(field, view, term), field, factor);
    }
  }

  #token(field: string, view: 'word' | 'stem', term: string): Token {
    return view === 'stem' ? stemToken(field, term) : wordToken(field, term);
  }

  #scored(token: Token, field: string, factor: number): Json {
    const { docs } = this.#facts.totals(field);
    const df = Math.min(docs, this.#facts.frequency(token));
    return scoredTerm(token, field, factor * idf(docs, df), this.#facts);
  }

  /** The words or stems of a field near a term, itself included. */
  #near(
    field: string,
    view: 'word' | 'stem',
    term: string,
    { edits, prefixLength, mostWords }: FuzzyRule,
  ): readonly SimilarTerm[] {
    const { length } = [...term];
    const most = edits === 'auto' ? allowedEdits(length) : edits;
    const vocabulary = field === 'id' ? 'id' : view;
    const docsOf = (text: string): number => this.#facts.frequency(this.#token(field, view, text));
    const name = `in-tree ${view} ${most} ${prefixLength} ${mostWords} ${keyOfFields([field])} ${term}`;
    return this.#facts.similar(name, (nearOf) => {
      const near = [1, 2].flatMap((allowed) =>
        allowed <= most ? nearOf({ vocabulary, term, edits: allowed, prefixLength }) : [],
      );
      return [...new Set([term, ...near])]
        .map((text) => ({ text, distance: editsBetween(term, text, most) }))
        .filter(({ text, distance }) => distance <= most && docsOf(text) > 0)
        .sort((a, b) => a.distance - b.distance || compareBytes(a.text, b.text))
        .slice(0, mostWords)
        .map(({ text, distance }) => ({
          text,
          isStem: view === 'stem',
          similarity: Math.max(0, 1 - distance / length),
          docs: [docsOf(text)],
        }));
    });
  }

  #phrase({ field, view, text, slop, factor }: Extract<TreeNode, { kind: 'phrase' }>): Json {
    const words = tokensOf(this.#analyzer, text)
      .slice(0, MOST_TERMS)
      .map(({ word }) => (view === 'stem' && field !== 'id' ? this.#analyzer.stem(word) : word));
    if (words.length === 0) return NO;
    const tokens = words.map((word) => this.#token(field, view, word));
    const distinct = [...new Set(words)].map((word) => this.#token(field, view, word));
    return {
      bool: {
        filter: [phraseQuery(tokens, slop)],
        should: distinct.map((token) => this.#scored(token, field, factor)),
      },
    };
  }
}
