import type { Question } from '../questions.ts';

/*
 * What every engine of the kernel level is asked, word for word the same:
 *
 *   a node      term    the word, scored by BM25 per field, fields summed with their weights
 *               prefix  any word that begins so, a constant score per field (as Lucene's prefix query)
 *               fuzzy   words within so many edits (insertion, deletion, substitution, swap of neighbours), the first
 *                       two letters equal, the best 50 per field: fewest edits for their length, then by bytes
 *   op          and: every node in some field; or: any node in some field
 *   the rest    filters, facets with their ten largest values, the ten first documents, the total
 *
 * Words are those of our analyser, on all sides; there are no stems, stop words or bonuses.
 */

export const FIELDS = [
  { name: 'name', weight: 5 },
  { name: 'summary', weight: 3 },
  { name: 'body', weight: 1 },
] as const;

export const HITS = 10;
export const FACET_VALUES = 10;
export const EXPANSIONS = 50;
/** Letters at the beginning that a misspelling must have right. */
export const FIXED_LETTERS = 2;

export type TreeNode =
  | { readonly kind: 'term'; readonly word: string }
  | { readonly kind: 'prefix'; readonly word: string }
  | { readonly kind: 'fuzzy'; readonly word: string; readonly edits: 1 | 2 }
  /** Given to engines without such a fuzzy search: the words that ours found, by field. */
  | { readonly kind: 'expanded'; readonly words: Expansions };

export type Expansions = Readonly<Record<string, readonly string[]>>;

/** What of a question does not depend on how its words are looked for. */
export interface Conditions {
  readonly filter?: Question['filter'];
  readonly geo?: Question['geo'];
  readonly facets?: readonly string[];
  readonly sort?: 'size';
  /** Totals beyond it need not be counted; without it they are exact. */
  readonly cap?: number;
}

export interface QueryTree extends Conditions {
  readonly op: 'and' | 'or';
  /** None: all documents match. */
  readonly nodes: readonly TreeNode[];
}

export interface TreeAnswer {
  readonly total: number;
  readonly ids: readonly string[];
  /** The sum of all facet counts that were given: engines that count alike have it alike. */
  readonly counted: number;
}

export function treeOf(question: Question, cap?: number): QueryTree {
  const { terms, op = 'or', prefix, fuzzy } = question;
  return {
    ...conditionsOf(question, cap),
    op,
    nodes: terms.map((word, i): TreeNode => {
      if (prefix && i === terms.length - 1) return { kind: 'prefix', word };
      return fuzzy === undefined ? { kind: 'term', word } : { kind: 'fuzzy', word, edits: fuzzy };
    }),
  };
}

export const conditionsOf = ({ filter, geo, facets, sort }: Question, cap?: number): Conditions => ({
  ...(filter && { filter }),
  ...(geo && { geo }),
  ...(facets && { facets }),
  ...(sort && { sort }),
  ...(cap !== undefined && { cap }),
});

/** The tree with fuzzy nodes replaced by what ours found for them. */
export const withExpansions = (tree: QueryTree, found: ReadonlyMap<string, Expansions>): QueryTree => ({
  ...tree,
  nodes: tree.nodes.map((node) =>
    node.kind === 'fuzzy' ? { kind: 'expanded', words: found.get(node.word) ?? {} } : node,
  ),
});
