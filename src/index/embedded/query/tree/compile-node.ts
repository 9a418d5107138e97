import type { Segment } from '../../segment/segment.ts';
import { filterIn } from '../filters/engine-filter.ts';
import { compileFilter, isMatchAll, type Test } from '../filters/filter.ts';
import { evaluateBest, evaluateBool } from './combine.ts';
import type { Buffers, Evaluate } from './matches.ts';
import { evaluatePhrase } from './phrase-node.ts';
import type { PreparedNode } from './prepare-node.ts';
import { evaluateTerm } from './term-node.ts';
import { postingsOf } from './term-postings.ts';
import { beginningTest, idBeginningTest } from './whole-value.ts';

/** Where a tree is evaluated. */
export interface Place {
  readonly segment: Segment;
  readonly engineId: number;
  readonly buffers: Buffers;
}

/**
 * Compiles a node for one segment; undefined if it has no matches there. Its children use the arrays of `level` and
 * below. It yields.
 */
export function* compileNode(
  node: PreparedNode,
  place: Place,
  level: number,
): Generator<void, Evaluate | undefined> {
  const { segment, buffers } = place;
  switch (node.kind) {
    case 'test': {
      const filter = filterIn(node.filter, place.engineId);
      if (isMatchAll(filter)) return everything(node.score);
      return tested(yield* compileFilter(filter, segment), node.score);
    }
    case 'exists':
      return existing(segment, node.field, node.score);
    case 'beginning': {
      const test =
        node.field === 'id'
          ? idBeginningTest(segment, node.text)
          : yield* beginningTest(segment.column(node.field), node.text);
      return test === undefined ? undefined : tested(test, node.score);
    }
    case 'term': {
      const text = segment.text(node.field);
      if (text === undefined) return undefined;
      const postings = yield* node.postings(text);
      return postings.isEmpty ? undefined : evaluateTerm(postings, text, node.weight, buffers);
    }
    case 'phrase': {
      const text = segment.text(node.field);
      if (text === undefined) return undefined;
      const postings = [];
      for (const term of node.terms) {
        const one = yield* postingsOf(text, term);
        if (one.isEmpty) return undefined;
        postings.push(one);
      }
      return evaluatePhrase(node, postings, text, buffers);
    }
    case 'bool': {
      const required = yield* compileAll(node.required, place, level);
      const filters = yield* compileAll(node.filters, place, level);
      if (required.length < node.required.length || filters.length < node.filters.length) return undefined;
      const optional = yield* compileAll(node.optional, place, level);
      if (optional.length < node.needed) return undefined;
      const forbidden = yield* compileAll(node.forbidden, place, level);
      return evaluateBool({ ...node, required, filters, optional, forbidden }, buffers, level);
    }
    case 'best': {
      const of = yield* compileAll(node.of, place, level);
      return of.length === 0 ? undefined : evaluateBest(of, node.tieBreaker, node.factor, buffers, level);
    }
  }
}

/** The nodes that have matches in the segment, compiled. */
function* compileAll(
  nodes: readonly PreparedNode[],
  place: Place,
  level: number,
): Generator<void, Evaluate[]> {
  const compiled: Evaluate[] = [];
  for (const node of nodes) {
    const evaluate = yield* compileNode(node, place, level + 1);
    if (evaluate !== undefined) compiled.push(evaluate);
    yield;
  }
  return compiled;
}

const everything = (score: number): Evaluate =>
  // biome-ignore lint/correctness/useYield: short, but of the type of nodes that yield.
  function* evaluate(from, to, { found, scores }) {
    found.fill(1, 0, to - from);
    scores.fill(score, 0, to - from);
  };

const tested = (test: Test, score: number): Evaluate =>
  // biome-ignore lint/correctness/useYield: short, but of the type of nodes that yield.
  function* evaluate(from, to, { found, scores }) {
    for (let doc = from; doc < to; doc++) found[doc - from] = test(doc) ? 1 : 0;
    scores.fill(score, 0, to - from);
  };

function existing(segment: Segment, field: string, score: number): Evaluate | undefined {
  if (field === 'id') return everything(score);
  const starts = segment.column(field)?.starts;
  return starts && tested((doc) => (starts[doc + 1] as number) > (starts[doc] as number), score);
}
