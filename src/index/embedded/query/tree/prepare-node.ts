import { type Filter, neededOf, type TreeNode } from '../../../plan.ts';
import { idf } from '../../../terms/idf.ts';
import { tokensOf } from '../../../terms/query-terms.ts';
import { MOST_TERMS, type Term, termsOfText } from '../../../terms/terms-of-text.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { averageLength, K_SLOPE } from '../scoring/bm25.ts';
import { dfOf, fuzzyTerms } from './fuzzy-words.ts';
import { postingsOf, postingsOfBeginning, postingsOfWords, type TermPostings } from './term-postings.ts';

/** How the matches of a term are scored: all the same, or by BM25, with the slope of the field's length. */
export type Weight = { readonly score: number } | { readonly factor: number; readonly slope: number };

/** A node whose texts are analysed and whose statistics, which all segments share, are known. */
export type PreparedNode =
  | {
      readonly kind: 'test';
      readonly filter: Filter;
      readonly score: number;
    }
  | { readonly kind: 'exists'; readonly field: string; readonly score: number }
  | { readonly kind: 'beginning'; readonly field: string; readonly text: string; readonly score: number }
  | {
      readonly kind: 'term';
      readonly field: string;
      readonly postings: (text: TextIndex) => Generator<void, TermPostings>;
      readonly weight: Weight;
    }
  | {
      readonly kind: 'phrase';
      readonly field: string;
      /** The distinct terms, and the number of each word of the phrase among them. */
      readonly terms: readonly Term[];
      readonly order: readonly number[];
      readonly factors: readonly number[];
      readonly slope: number;
      readonly slop: number;
    }
  | {
      readonly kind: 'bool';
      readonly required: readonly PreparedNode[];
      readonly optional: readonly PreparedNode[];
      readonly filters: readonly PreparedNode[];
      readonly forbidden: readonly PreparedNode[];
      readonly needed: number;
      readonly factor: number;
      /** The score of a match without scored children. */
      readonly base: number;
    }
  | {
      readonly kind: 'best';
      readonly of: readonly PreparedNode[];
      readonly tieBreaker: number;
      readonly factor: number;
    };

/** Prepares a node; undefined if it has no matches. It yields. */
export function* prepareNode(snapshot: Snapshot, node: TreeNode): Generator<void, PreparedNode | undefined> {
  yield;
  const { factor } = node;
  switch (node.kind) {
    case 'condition':
      return { kind: 'test', filter: node.filter, score: factor };
    case 'exists':
      return { kind: 'exists', field: node.field, score: factor };
    case 'words': {
      const { field, words } = node;
      return constantTerm(field, factor, (text) => postingsOfWords(text, words));
    }
    case 'beginning': {
      const { field, text: beginning } = node;
      return node.isWhole
        ? { kind: 'beginning', field, text: beginning, score: factor }
        : constantTerm(field, factor, (text) => postingsOfBeginning(text, beginning));
    }
    case 'text':
      return yield* preparedText(snapshot, node);
    case 'phrase':
      return preparedPhrase(snapshot, node);
    case 'bool': {
      const required = yield* preparedAll(snapshot, node.required);
      const filters = yield* preparedAll(snapshot, node.filters);
      if (required === undefined || filters === undefined) return undefined;
      const optional = yield* preparedSome(snapshot, node.optional);
      const forbidden = yield* preparedSome(snapshot, node.forbidden);
      if (optional.length < node.needed) return undefined;
      const { needed } = node;
      // Without any children, a bool node matches every document like the query for everything.
      const isEmpty = [node.required, node.filters, node.optional, node.forbidden].every(
        (of) => of.length === 0,
      );
      const base = isEmpty ? factor : 0;
      return { kind: 'bool', required, optional, filters, forbidden, needed, factor, base };
    }
    case 'best': {
      const of = yield* preparedSome(snapshot, node.of);
      return of.length === 0 ? undefined : { kind: 'best', of, tieBreaker: node.tieBreaker, factor };
    }
  }
}

/** All nodes prepared; undefined if one of them has no matches. */
function* preparedAll(
  snapshot: Snapshot,
  nodes: readonly TreeNode[],
): Generator<void, PreparedNode[] | undefined> {
  const prepared = yield* preparedSome(snapshot, nodes);
  return prepared.length < nodes.length ? undefined : prepared;
}

/** The nodes that may have matches, prepared. */
function* preparedSome(snapshot: Snapshot, nodes: readonly TreeNode[]): Generator<void, PreparedNode[]> {
  const prepared: PreparedNode[] = [];
  for (const node of nodes) {
    const one = yield* prepareNode(snapshot, node);
    if (one !== undefined) prepared.push(one);
  }
  return prepared;
}

const constantTerm = (
  field: string,
  score: number,
  postings: (text: TextIndex) => TermPostings,
): PreparedNode => ({
  kind: 'term',
  field,
  // biome-ignore lint/correctness/useYield: has the type of the sources that yield.
  *postings(text) {
    return postings(text);
  },
  weight: { score },
});

/** A text as a disjunction of its terms, of which some are needed. */
function* preparedText(
  snapshot: Snapshot,
  node: Extract<TreeNode, { kind: 'text' }>,
): Generator<void, PreparedNode | undefined> {
  const { field, minimum, fuzzy, factor } = node;
  const terms = termsOfText(snapshot.analyzer, node);
  if (terms.length === 0) return undefined;
  const optional: PreparedNode[] = [];
  for (const term of terms) {
    if (fuzzy === null) optional.push(preparedTerm(snapshot, field, term, 1));
    else {
      const of: PreparedNode[] = [];
      for (const near of yield* fuzzyTerms(snapshot, field, term, fuzzy))
        of.push(preparedTerm(snapshot, field, near, near.share));
      if (of.length > 0) optional.push({ kind: 'best', of, tieBreaker: 0, factor: 1 });
    }
    yield;
  }
  const needed = Math.max(1, neededOf(minimum, terms.length));
  if (optional.length < needed) return undefined;
  return { kind: 'bool', required: [], optional, filters: [], forbidden: [], needed, factor, base: 0 };
}

/** Words and stems are scored by BM25; the document frequencies of other terms are not known, and they score 1. */
function preparedTerm(snapshot: Snapshot, field: string, term: Term, share: number): PreparedNode {
  return {
    kind: 'term',
    field,
    postings: (text) => postingsOf(text, term),
    weight:
      term.view === 'word' || term.view === 'stem'
        ? { factor: share * idfOf(snapshot, field, term), slope: slopeOf(snapshot, field) }
        : { score: share },
  };
}

const idfOf = (snapshot: Snapshot, field: string, term: Term): number =>
  idf(snapshot.totals(field).docs, dfOf(snapshot, field, term));

const slopeOf = (snapshot: Snapshot, field: string): number =>
  K_SLOPE / averageLength(snapshot.totals(field));

function preparedPhrase(
  snapshot: Snapshot,
  { field, view, text, slop, factor }: Extract<TreeNode, { kind: 'phrase' }>,
): PreparedNode | undefined {
  const { analyzer } = snapshot;
  const words = tokensOf(analyzer, text)
    .slice(0, MOST_TERMS)
    .map(({ word }) => (view === 'stem' && field !== 'id' ? analyzer.stem(word) : word));
  if (words.length === 0) return undefined;
  const distinct = [...new Set(words)];
  const terms = distinct.map((term): Term => ({ view, term }));
  return {
    kind: 'phrase',
    field,
    terms,
    order: words.map((word) => distinct.indexOf(word)),
    factors: terms.map((term) => factor * idfOf(snapshot, field, term)),
    slope: slopeOf(snapshot, field),
    slop,
  };
}
