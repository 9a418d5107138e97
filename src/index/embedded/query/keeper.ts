import type { Hit, SearchPlan, SortKey } from '../../plan.ts';
import type { SegmentState } from '../segment-state.ts';
import type { View } from '../view.ts';
import type { Entry } from './sort.ts';

/** Keeps of the matching documents what the answer needs. */
export interface Keeper {
  in(state: number): (doc: number, score: number) => void;
  result(documents: number): { readonly hits: readonly Hit[]; readonly total: number };
}

/** The sort of a plan; without one the best score comes first. */
export const sortOf = ({ sort }: SearchPlan): readonly SortKey[] =>
  sort.length === 0 ? [{ kind: 'score', descending: true }] : sort;

export const hitOf = (view: View, { state, doc, score, sequence }: Entry): Hit => ({
  id: (view.states[state] as SegmentState).segment.id(doc),
  sequence,
  score,
});
