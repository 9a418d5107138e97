import { limits } from '../limits.ts';
import { isLongerThan } from '../search/option.ts';
import type { ClickedDocument, EventStore, Period } from '../store/port.ts';
import { correctedClicks } from './corrected-clicks.ts';

/** Where clicks come from. */
export type ClickSource = Pick<EventStore, 'clickedDocuments'>;

const DAY = 86_400_000;

/** The last days, and what is newer than now: the clock may have been set back. */
export const lastDays = (days: number): Period => ({
  from: Date.now() - days * DAY,
  to: Number.MAX_SAFE_INTEGER,
});

/** The documents that were clicked for a query, best first. */
export interface ClickedQuery {
  readonly query: string;
  /** All clicks of its documents, as they were counted. */
  readonly clicks: number;
  readonly documents: ReadonlyArray<{ readonly id: string; readonly weight: number }>;
}

/**
 * Clicked documents by query, the most clicked query first; documents by their clicks corrected for position. Queries
 * that no curation and no judgement can have are left out.
 */
export function clickedQueries(rows: readonly ClickedDocument[]): readonly ClickedQuery[] {
  return [...Map.groupBy(rows, ({ term }) => term)]
    .filter(([query]) => query !== '' && !isLongerThan(query, limits.curationQueryLength))
    .map(([query, documents]) => ({
      query,
      clicks: documents.reduce((sum, { clicks }) => sum + clicks, 0),
      documents: documents
        .map((one) => ({ id: one.documentId, clicks: one.clicks, weight: correctedClicks(one) }))
        .sort((x, y) => y.weight - x.weight || y.clicks - x.clicks || (x.id < y.id ? -1 : 1))
        .map(({ id, weight }) => ({ id, weight })),
    }))
    .sort((x, y) => y.clicks - x.clicks || (x.query < y.query ? -1 : 1));
}
