import type { FacetPlan, Filter, SearchOutcome, SearchPlan, SortKey } from '../../plan.ts';
import { runToCompletion } from '../runtime/time-slice.ts';
import { newBitSet } from '../segment/bits.ts';
import type { Segment } from '../segment/segment.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { Reading } from './accumulate.ts';
import { type FieldClauses, needOf, type WordClause } from './clauses.ts';
import { Collector } from './collector.ts';
import { FuzzySearch, type FuzzyWord } from './fuzzy.ts';
import { KeptFinds } from './kept-finds.ts';
import { markTerm } from './mark.ts';
import { averageOf } from './plain.ts';
import { matchRarest, rarestOf } from './rarest-word.ts';
import { Rooms } from './rooms.ts';
import { Scout } from './scouts.ts';
import { counted } from './search.ts';
import { K_SLOPE, rarity } from './ways.ts';
import { matchWindows, matchWithScouts } from './windows.ts';

/**
 * A query as a tree of words, without ways of matching: what engines can be compared by. It becomes clauses, as a plain
 * query does, and runs through the same windows and the same collector.
 */
export interface TreeRequest {
  /** `and`: every node in some field; `or`: any node in some field. */
  readonly op: 'and' | 'or';
  /** None: every living document, with score 1. */
  readonly nodes: readonly TreeNode[];
  readonly fields: ReadonlyArray<{ readonly name: string; readonly weight: number }>;
  readonly filter: Filter;
  readonly facets: readonly FacetPlan[];
  readonly sort: readonly SortKey[];
  readonly limit: number;
  /** Totals beyond it need not be counted and are given as this; without it they are exact. */
  readonly totalUpTo?: number;
}

/** Scores are summed over nodes and fields. */
export type TreeNode =
  /** weight · rarity · tf / (tf + K) */
  | { readonly kind: 'term'; readonly word: string }
  /** All words that begin so: the weight of the field, once. */
  | { readonly kind: 'prefix'; readonly word: string }
  /** The words of `FuzzySearch`, each as a term times its likeness, summed. */
  | { readonly kind: 'fuzzy'; readonly word: string; readonly edits: 1 | 2 };

interface LeafWord {
  /** By segment. */
  readonly ordinals: Int32Array;
  readonly likeness: number;
  readonly rarity: number;
  readonly df: number;
}

/** A node in a field of the whole view. */
interface Leaf {
  readonly node: number;
  readonly field: string;
  readonly weight: number;
  readonly slope: number;
  /** What it stands for; undefined: whatever begins with `prefix`. */
  readonly words: readonly LeafWord[] | undefined;
  readonly prefix: string;
}

export function searchTree(view: Snapshot, request: TreeRequest): SearchOutcome {
  const collector = new Collector(view, planOf(request));
  const counters = runToCompletion(counted(matchTree(view, request, collector)));
  return { ...collector.outcome(), counters };
}

function* matchTree(view: Snapshot, request: TreeRequest, matches: Collector): Generator<void, void> {
  if (request.nodes.length === 0) {
    yield* matches.everything();
    return;
  }
  const leaves = request.nodes.map((node, i) => leavesOf(view, request, node, i));
  const isAnd = request.op === 'and';
  if (!isAnd) for (const { words } of leaves.flat()) for (const { df } of words ?? []) matches.expect(df);
  const need = needOf([...leaves.keys()], leaves.length, isAnd ? leaves.length : 1, false);
  const rooms = new Rooms();
  for (const [i, state] of view.readers.entries()) {
    rooms.free();
    const { segment } = state;
    const nodes = leaves.map((node) => node.flatMap((leaf) => fieldOf(segment, i, leaf, rooms) ?? []));
    // The rarest first: where all are needed, documents that lack it are not looked at again.
    if (isAnd) nodes.sort((a, b) => costOf(a) - costOf(b));
    if (isAnd && nodes[0]?.length === 0) continue;
    let required = 0;
    const clauses = nodes.flatMap((node) => {
      const fields = node.map(({ words, ...field }) => ({
        ...field,
        words: words.map((word) => ({ ...word, required })),
      }));
      if (isAnd) for (const { words } of fields) for (const { word } of words) required |= 1 << word;
      return fields;
    });
    const work = { number: i, state, fields: clauses, need };
    const rarest = isAnd ? rarestOf(clauses, [...leaves.keys()]) : undefined;
    const scouts = isAnd ? undefined : scoutsOf(clauses, rooms);
    if (rarest !== undefined) yield* matchRarest(work, rarest, matches);
    else if (scouts !== undefined) yield* matchWithScouts(work, scouts, matches);
    else yield* matchWindows(work, 0, segment.docCount, matches);
  }
}

/** Undefined where a beginning is looked for: its documents are known already, and count. */
function scoutsOf(fields: readonly FieldClauses[], rooms: Rooms): Scout[] | undefined {
  const scouts: Scout[] = [];
  for (const field of fields) {
    for (const { rarity, clause } of field.words) {
      if (clause.kind !== 'term') return undefined;
      // A reading of its own: who is left is looked at again, from the beginning of the window.
      const reading = new Reading(clause.reading.postings, clause.reading.term, rooms.next());
      scouts.push(new Scout(reading, field.text.lengths, field.slope, clause.weight, rarity));
    }
  }
  return scouts;
}

function leavesOf(view: Snapshot, { fields }: TreeRequest, node: TreeNode, number: number): Leaf[] {
  return fields.map(({ name, weight }) => ({
    node: number,
    field: name,
    weight,
    slope: K_SLOPE / averageOf(view, name),
    words: node.kind === 'prefix' ? undefined : leafWords(view, name, node),
    prefix: node.word,
  }));
}

/** Words in fields that are kept, per view. */
const MOST_KEPT = 1 << 13;

const keptWords = new KeptFinds<Snapshot, readonly LeafWord[]>();

/** What a node stands for in a field. Kept with the view, as are the words of plain queries. */
function leafWords(view: Snapshot, field: string, node: TreeNode): readonly LeafWord[] {
  const edits = node.kind === 'fuzzy' ? node.edits : 0;
  const find = () => {
    const { docs } = view.totals(field);
    const words: readonly FuzzyWord[] =
      edits === 0 ? [{ word: node.word, likeness: 1 }] : new FuzzySearch(node.word, edits).in(view, field);
    return words.map(({ word, likeness }) => {
      const df = Math.min(docs, view.wordDf(field, word));
      return { ordinals: view.ordinalsOf(field, word), likeness, rarity: rarity(docs, df), df };
    });
  };
  return keptWords.of(view, `${field}\n${edits}\n${node.word}`, find, MOST_KEPT);
}

/** A leaf in one segment, undefined if nothing is there. */
function fieldOf(segment: Segment, number: number, leaf: Leaf, rooms: Rooms): FieldClauses | undefined {
  const { node, field, slope, weight, prefix } = leaf;
  const text = segment.text(field);
  if (text === undefined) return undefined;
  const words: WordClause[] = [];
  if (leaf.words === undefined) {
    const [from, to] = text.words.prefixRange(prefix);
    if (from === to) return undefined;
    const set = newBitSet(segment.docCount);
    for (let term = from; term < to; term++) markTerm(text.postings, term, 0, segment.docCount, set);
    words.push({ word: node, rarity: 1, clause: { kind: 'set', set, weight }, required: 0 });
  } else {
    for (const { ordinals, likeness, rarity } of leaf.words) {
      const term = ordinals[number] as number;
      if (term < 0) continue;
      const clause = {
        kind: 'term',
        reading: new Reading(text.postings, term, rooms.next()),
        weight: weight * likeness,
      } as const;
      words.push({ word: node, rarity, clause, required: 0 });
    }
  }
  return words.length === 0 ? undefined : { text, slope, weight: null, words };
}

/** Postings of a node in one segment, roughly; those of a beginning have been read already. */
function costOf(fields: readonly FieldClauses[]): number {
  let cost = 0;
  for (const { words } of fields) {
    for (const { clause } of words) {
      if (clause.kind === 'set') cost += clause.set.length;
      if (clause.kind === 'term') cost += clause.reading.postings.df[clause.reading.term] as number;
    }
  }
  return cost;
}

const planOf = ({ fields, filter, facets, sort, limit, totalUpTo }: TreeRequest): SearchPlan => ({
  query: { kind: 'everything' },
  fields,
  precision: 1,
  filter,
  boosts: [],
  sort,
  group: null,
  facets,
  promoted: [],
  hidden: [],
  offset: 0,
  limit,
  ...(totalUpTo !== undefined && { totalUpTo }),
});
