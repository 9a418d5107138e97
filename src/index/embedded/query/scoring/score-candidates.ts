import type { BitSet } from '../../segment/bits.ts';
import type { SegmentReader } from '../../snapshot/segment-reader.ts';
import type { Taker } from '../collect/collector.ts';
import { Scratch } from './accumulators.ts';
import { handOver } from './collect-window.ts';
import { scoreField } from './field-scores.ts';
import type { FieldClauses, Need } from './segment-query.ts';
import { WINDOW } from './window.ts';

let scratch = new Scratch();

/** What is done in one segment. */
export interface SegmentWork {
  /** The number of the segment in the view. */
  readonly number: number;
  readonly state: SegmentReader;
  readonly fields: readonly FieldClauses[];
  readonly need: Need;
}

/** Hands over what matches from `from` to before `to`, a window at a time. It pauses after each. */
export function* matchWindows(
  work: SegmentWork,
  from: number,
  to: number,
  taker: Taker,
): Generator<void, void> {
  for (let at = from; at < to; at += WINDOW) {
    matchWindow(work, at, Math.min(at + WINDOW, to), taker);
    yield;
  }
}

/** Scores the documents from `from` to before `to`, a window's worth of them at most, and hands over what matches. */
export function matchWindow(work: SegmentWork, from: number, to: number, taker: Taker): void {
  safely(() => {
    score(work, from, to);
    handOver(scratch, work.number, work.state.liveDocs, from, work.need, taker);
  });
}

/**
 * The same for the living documents of a set from `from`, a multiple of 32, to before `to`, or for as many of them as
 * there is room for. Gives where it ended.
 */
export function matchChosen(work: SegmentWork, set: BitSet, from: number, to: number, taker: Taker): number {
  return safely(() => {
    const { having } = scratch;
    const end = having.choose(set, from, to);
    if (having.isOn) {
      score(work, from, end);
      handOver(scratch, work.number, null, 0, work.need, taker);
    }
    having.clear();
    return end;
  });
}

/** The same for all of them. It pauses now and then. */
export function* matchAmong(
  work: SegmentWork,
  set: BitSet,
  from: number,
  to: number,
  taker: Taker,
): Generator<void, void> {
  for (let at = from; at < to; ) {
    at = matchChosen(work, set, at, to, taker);
    yield;
  }
}

/** Scores the documents of a range that are chosen, or all of them. */
function score({ fields, need }: SegmentWork, from: number, to: number): void {
  const { having } = scratch;
  const base = having.isOn ? 0 : from;
  for (const field of fields) {
    const lengths = having.enter(field.text.lengths);
    scoreField(scratch, field, lengths, base, from, to, need);
  }
}

/** Left in the middle of a window the accumulators would spoil the next search. */
function safely<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    scratch = new Scratch();
    throw error;
  }
}
