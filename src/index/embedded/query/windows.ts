import type { SegmentState } from '../segment-state.ts';
import type { FieldClauses, Need } from './clauses.ts';
import type { EssentialParts } from './essential-parts.ts';
import { addClauses, scoreField } from './field-scores.ts';
import { handOver } from './hand-over.ts';
import type { Matches } from './match.ts';
import { chooseHaving } from './rarest-word.ts';
import { hopefulIn, type Scout, STRIDE } from './scouts.ts';
import { Scratch } from './scratch.ts';
import { WINDOW } from './window.ts';

let scratch = new Scratch();

/** What is done in one segment. */
export interface SegmentWork {
  readonly number: number;
  readonly state: SegmentState;
  readonly fields: readonly FieldClauses[];
  /** Where documents may be passed over: what tells them. */
  readonly scouts: readonly Scout[] | undefined;
  /** Where all words are needed: the one with by far the fewest documents. */
  readonly rarest?: number | undefined;
  /** Where documents may be passed over once nobody counts: what of the words can bring one onto the page. */
  readonly parts?: EssentialParts | undefined;
}

/** Hands over what matches in one segment. It pauses after each window. */
export function* matchSegment(work: SegmentWork, need: Need, matches: Matches): Generator<void, void> {
  const { docCount } = work.state.segment;
  for (let from = 0; from < docCount; ) {
    try {
      from = matchWindow(work, from, docCount, need, matches);
    } catch (error) {
      // Left in the middle of a window the accumulators would spoil the next search.
      scratch = new Scratch();
      throw error;
    }
    yield;
  }
}

/** Looks at a window that begins at `from`, and gives where it ended. */
function matchWindow(
  work: SegmentWork,
  from: number,
  docCount: number,
  need: Need,
  matches: Matches,
): number {
  const { scouts, parts } = work;
  if (scouts === undefined || matches.countsOn) {
    const to = Math.min(from + WINDOW, docCount);
    if (parts === undefined || matches.countsOn) matchRange(work, from, to, need, matches);
    else matchEssential(work, parts, from, to, need, matches);
    return to;
  }
  const to = Math.min(from + STRIDE, docCount);
  const hopeful = hopefulIn(scratch, scouts, work.state.live, from, to, matches.bar);
  if (hopeful < 0) matchRange(work, from, to, need, matches);
  else if (hopeful > FEW) {
    const { matches: docs } = scratch;
    matchRange(work, docs[0] as number, (docs[hopeful - 1] as number) + 1, need, matches);
  } else {
    // Their scores are added up in the order of all others: equal documents must come out equal.
    const docs = scratch.matches.slice(0, hopeful);
    for (const doc of docs) matchRange(work, doc, doc + 1, need, matches);
  }
  return to;
}

/** Looks at those documents of a window that can reach the bar. */
function matchEssential(
  work: SegmentWork,
  parts: EssentialParts,
  from: number,
  to: number,
  need: Need,
  matches: Matches,
): void {
  const { having } = scratch;
  const count = parts.choose(having, matches.bar, from, to);
  if (count === undefined) matchRange(work, from, to, need, matches);
  else if (count > 0) scoreRange(work, from, to, need, matches);
}

/** Up to so many documents are looked at each by itself. */
const FEW = 16;

function matchRange(work: SegmentWork, from: number, to: number, need: Need, matches: Matches): void {
  const { fields, rarest } = work;
  if (rarest !== undefined && !chooseHaving(scratch.having, fields, rarest, from, to)) return;
  scoreRange(work, from, to, need, matches);
}

/** Scores the documents that are chosen, or all of them, and hands them over. */
function scoreRange(
  { number, state, fields }: SegmentWork,
  from: number,
  to: number,
  need: Need,
  matches: Matches,
): void {
  for (const field of fields) {
    if (field.weight === null) addClauses(scratch, field, from, from, to, scratch.document);
    else scoreField(scratch, field, field.weight, from, from, to, need);
  }
  scratch.having.clear();
  handOver(scratch, number, state.live, from, need, matches);
}
