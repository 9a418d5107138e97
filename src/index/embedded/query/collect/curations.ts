import type { DocumentRef, SearchPlan } from '../../../plan.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LOOKUPS_PAUSE } from '../tuning/thresholds.ts';

/** The score of a promoted document, by its rank: above every score that a text match can have. */
const promotedScore = (rank: number): number => 2 ** 127 - rank * 2 ** 104;

/** Whether a score is that of a promoted document; boosts do not apply to those. */
export const isPromoted = (score: number): boolean => score >= 2 ** 126;

const NO_DOCS = new Uint32Array(0);

/** The live documents of a segment that a plan promotes or hides. */
export interface CuratedDocs {
  /** All of them in ascending order. The query neither collects nor counts them, whether they match or not. */
  readonly excluded: Uint32Array;
  readonly promoted: ReadonlyArray<{ readonly doc: number; readonly score: number }>;
}

const NONE: CuratedDocs = { excluded: NO_DOCS, promoted: [] };

/** By segment of a snapshot, the documents that a plan promotes or hides. It yields. */
export function* curationsOf(
  snapshot: Snapshot,
  { promoted, hidden }: Pick<SearchPlan, 'promoted' | 'hidden'>,
): Generator<void, readonly CuratedDocs[]> {
  if (promoted.length + hidden.length === 0) return snapshot.readers.map(() => NONE);
  const excluded = snapshot.readers.map(() => new Set<number>());
  const shown = snapshot.readers.map((): Array<CuratedDocs['promoted'][number]> => []);
  /** Finds a document that no earlier reference named. */
  const exclude = ({ engineId, id }: DocumentRef): { number: number; doc: number } | undefined => {
    for (const [number, reader] of snapshot.readers.entries()) {
      if (snapshot.engineOf(number) !== engineId) continue;
      const doc = reader.segment.docWithId(id);
      if (doc < 0 || !reader.isLive(doc)) continue;
      const known = excluded[number] as Set<number>;
      if (known.has(doc)) return undefined;
      known.add(doc);
      return { number, doc };
    }
    return undefined;
  };
  let lookups = 0;
  const isDue = (): boolean => {
    lookups += snapshot.readers.length;
    if (lookups < LOOKUPS_PAUSE) return false;
    lookups = 0;
    return true;
  };
  // Hidden documents first: one that is also promoted is hidden.
  for (const ref of hidden) {
    exclude(ref);
    if (isDue()) yield;
  }
  for (const [rank, ref] of promoted.entries()) {
    const found = exclude(ref);
    if (found !== undefined) shown[found.number]?.push({ doc: found.doc, score: promotedScore(rank) });
    if (isDue()) yield;
  }
  return excluded.map((docs, number) => ({
    excluded: docs.size === 0 ? NO_DOCS : Uint32Array.from(docs).sort(),
    promoted: shown[number] ?? [],
  }));
}

/** Removes excluded documents from the first `count` ascending documents of a list; returns how many are left. */
export function withoutExcluded(docs: Uint32Array, count: number, excluded: Uint32Array): number {
  if (excluded.length === 0) return count;
  let left = 0;
  let next = 0;
  for (let i = 0; i < count; i++) {
    const doc = docs[i] as number;
    while (next < excluded.length && (excluded[next] as number) < doc) next++;
    if (excluded[next] !== doc) docs[left++] = doc;
  }
  return left;
}
