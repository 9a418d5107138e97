import { Collector } from '../../src/index/embedded/query/collector.ts';
import { K_BASE, K_SLOPE, rarity } from '../../src/index/embedded/query/ways.ts';
import type { TextIndex } from '../../src/index/embedded/segment/text-index.ts';
import type { SegmentState } from '../../src/index/embedded/segment-state.ts';
import type { View } from '../../src/index/embedded/view.ts';
import type { SearchOutcome } from '../../src/index/plan.ts';
import { fuzzyWords } from './ours-fuzzy.ts';
import { planOf } from './ours-plan.ts';
import { FIELDS, type QueryTree, type TreeNode } from './tree.ts';

/*
 * A stand-in until the engine runs such a tree itself (needed.md): windows of accumulators over the engine's postings,
 * then the engine's collector. It is written to be right, not to be fast, and has no pruning.
 */

const WINDOW = 1 << 15;
const scores = new Float64Array(WINDOW);
const found = new Uint32Array(WINDOW);
const touched = new Uint32Array(WINDOW);

/** Words of one node in one field of the whole view, with what each adds. */
interface Group {
  readonly node: number;
  readonly field: number;
  readonly name: string;
  readonly slope: number;
  /** Undefined: all words in the prefix's range, with a constant score. */
  readonly words: ReadonlyArray<{ readonly word: string; readonly factor: number }> | undefined;
  readonly prefix: string;
}

export function searchTree(view: View, tree: QueryTree): SearchOutcome {
  const collector = new Collector(view, planOf(tree, { kind: 'everything' }));
  if (tree.nodes.length === 0) {
    for (const [i, state] of view.states.entries()) {
      for (let doc = 0; doc < state.segment.docCount; doc++) if (state.isLive(doc)) collector.sink(i, doc, 1);
    }
  } else {
    const groups = tree.nodes.flatMap((node, i) => groupsOf(view, node, i));
    const needed = tree.op === 'and' ? tree.nodes.length : 1;
    for (const [i, state] of view.states.entries()) {
      for (let from = 0; from < state.segment.docCount; from += WINDOW) {
        const count = accumulate(state, groups, from);
        for (let k = 0; k < count; k++) {
          const doc = touched[k] as number;
          const score = scores[doc] as number;
          const nodes = nodesIn(found[doc] as number, tree.nodes.length);
          scores[doc] = 0;
          found[doc] = 0;
          if (nodes >= needed && state.isLive(from + doc)) collector.sink(i, from + doc, score);
        }
      }
    }
  }
  const outcome = collector.outcome();
  return tree.cap === undefined ? outcome : { ...outcome, total: Math.min(outcome.total, tree.cap) };
}

/** Three bits per node, one for each field. */
function nodesIn(bits: number, nodes: number): number {
  let count = 0;
  for (let node = 0; node < nodes; node++) if (((bits >>> (node * FIELDS.length)) & 0b111) !== 0) count++;
  return count;
}

function groupsOf(view: View, node: TreeNode, number: number): Group[] {
  if (node.kind === 'expanded') throw new Error('ours expands for itself');
  return FIELDS.map(({ name, weight }, field) => {
    const { docs, words } = view.totals(name);
    const slope = K_SLOPE / (docs === 0 ? 1 : words / docs);
    const base = { node: number, field, name, slope, prefix: node.word };
    if (node.kind === 'prefix') return { ...base, words: undefined };
    const group =
      node.kind === 'term'
        ? [{ word: node.word, likeness: 1 }]
        : fuzzyWords(view, name, node.word, node.edits);
    return {
      ...base,
      words: group.map(({ word, likeness }) => ({
        word,
        factor: weight * likeness * rarity(docs, Math.min(docs, view.wordDf(name, word))),
      })),
    };
  });
}

/** Adds all groups within a window; gives how many documents were touched. */
function accumulate({ segment }: SegmentState, groups: readonly Group[], from: number): number {
  let count = 0;
  for (const { node, field, name, slope, words, prefix } of groups) {
    const text = segment.text(name);
    if (text === undefined) continue;
    const bit = 1 << (node * FIELDS.length + field);
    if (words === undefined) {
      const [first, end] = text.words.prefixRange(prefix);
      const weight = FIELDS[field]?.weight ?? 1;
      for (let term = first; term < end; term++) count = addTerm(text, term, from, bit, weight, -1, count);
      continue;
    }
    for (const { word, factor } of words) {
      const term = text.words.find(word);
      if (term >= 0) count = addTerm(text, term, from, bit, factor, slope, count);
    }
  }
  return count;
}

/** Adds a term's postings within a window; with a slope below zero a constant, once per document and field. */
function addTerm(
  { postings, lengths }: TextIndex,
  term: number,
  from: number,
  bit: number,
  factor: number,
  slope: number,
  before: number,
): number {
  let count = before;
  const to = from + WINDOW;
  const end = postings.firstBlock[term + 1] as number;
  let block = postings.firstBlock[term] as number;
  for (let high = end; high - block > 1; ) {
    const middle = (block + high) >>> 1;
    if (postings.firstDoc(middle) <= from) block = middle;
    else high = middle;
  }
  for (; block < end && postings.firstDoc(block) < to; block++) {
    const size = postings.decode(term, block);
    for (let i = 0; i < size; i++) {
      const absolute = postings.docs[i] as number;
      if (absolute < from) continue;
      if (absolute >= to) break;
      const doc = absolute - from;
      const bits = found[doc] as number;
      if (bits === 0) touched[count++] = doc;
      found[doc] = bits | bit;
      if (slope < 0) {
        if ((bits & bit) === 0) scores[doc] = (scores[doc] as number) + factor;
        continue;
      }
      const tf = postings.counts[i] as number;
      const part = tf / (tf + K_BASE + slope * (lengths[absolute] as number));
      scores[doc] = (scores[doc] as number) + factor * part;
    }
  }
  return count;
}
