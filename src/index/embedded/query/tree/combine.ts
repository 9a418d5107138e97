import type { Buffers, Evaluate } from './matches.ts';

/** A bool node in one segment: only children that have matches there. */
interface Clauses {
  readonly required: readonly Evaluate[];
  readonly filters: readonly Evaluate[];
  readonly optional: readonly Evaluate[];
  readonly forbidden: readonly Evaluate[];
  readonly needed: number;
  readonly factor: number;
  /** The score of a match without scored children. */
  readonly base: number;
}

/** Matches of a bool node. As soon as no document of the window is left, the other children are not evaluated. */
export function evaluateBool(
  { required, filters, optional, forbidden, needed, factor, base }: Clauses,
  buffers: Buffers,
  level: number,
): Evaluate {
  return function* evaluate(from, to, { found, scores }) {
    const size = to - from;
    found.fill(1, 0, size);
    scores.fill(base, 0, size);
    const child = buffers.matchesAt(level);
    for (const [nodes, wanted, isScored] of [
      [filters, 1, false],
      [forbidden, 0, false],
      [required, 1, true],
    ] as const) {
      for (const node of nodes) {
        yield* node(from, to, child);
        if (keep(found, child.found, wanted, size) === 0) return;
        if (isScored) add(scores, child.found, child.scores, factor, size);
        yield;
      }
    }
    if (optional.length === 0) return;
    const counts = buffers.optionalAt(level);
    counts.fill(0, 0, size);
    for (const node of optional) {
      yield* node(from, to, child);
      count(counts, child.found, size);
      add(scores, child.found, child.scores, factor, size);
      yield;
    }
    for (let i = 0; i < size; i++) if ((counts[i] as number) < needed) found[i] = 0;
  };
}

/** Removes the documents that `other` has not marked as `wanted`, and returns the number of those that remain. */
function keep(found: Uint8Array, other: Uint8Array, wanted: number, size: number): number {
  let left = 0;
  for (let i = 0; i < size; i++) {
    if (other[i] !== wanted) found[i] = 0;
    left += found[i] as number;
  }
  return left;
}

function add(
  scores: Float64Array,
  found: Uint8Array,
  added: Float64Array,
  factor: number,
  size: number,
): void {
  for (let i = 0; i < size; i++) {
    if (found[i] === 1) scores[i] = (scores[i] as number) + factor * (added[i] as number);
  }
}

function count(counts: Uint16Array, found: Uint8Array, size: number): void {
  for (let i = 0; i < size; i++) counts[i] = (counts[i] as number) + (found[i] as number);
}

/** Matches of any of the nodes: the best score, and a share of the sum of the others. */
export function evaluateBest(
  nodes: readonly Evaluate[],
  tieBreaker: number,
  factor: number,
  buffers: Buffers,
  level: number,
): Evaluate {
  return function* evaluate(from, to, { found, scores }) {
    const size = to - from;
    found.fill(0, 0, size);
    scores.fill(0, 0, size);
    const child = buffers.matchesAt(level);
    const sums = buffers.sumsAt(level);
    sums.fill(0, 0, size);
    for (const node of nodes) {
      yield* node(from, to, child);
      for (let i = 0; i < size; i++) {
        if (child.found[i] === 0) continue;
        const score = child.scores[i] as number;
        found[i] = 1;
        sums[i] = (sums[i] as number) + score;
        if (score > (scores[i] as number)) scores[i] = score;
      }
      yield;
    }
    for (let i = 0; i < size; i++) {
      const best = scores[i] as number;
      scores[i] = factor * (best + tieBreaker * ((sums[i] as number) - best));
    }
  };
}
