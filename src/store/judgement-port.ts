import type { Page, PageRange } from './page.ts';

/** How a judgement was made: sent by a client, or computed from clicks. */
export type JudgementSource = 'manual' | 'clicks';

/** How relevant a document is to a query. */
export interface JudgementRecord {
  /** The query in the form in which queries are compared. */
  readonly queryKey: string;
  /** As sent. */
  readonly query: string;
  /** As sent; there need not be such a document. */
  readonly documentId: string;
  readonly grade: number;
  readonly source: JudgementSource;
}

export interface JudgementReader {
  /** By query key and document id, in byte order; those of one query unless `queryKey` is null. */
  page(engineId: number, queryKey: string | null, range: PageRange): Promise<Page<JudgementRecord>>;
  /** The number of judgements and of judged queries of an engine. */
  count(engineId: number): Promise<{ readonly judgements: number; readonly queries: number }>;
}
export interface JudgementWriter {
  /** Inserts or replaces, by query key and document id. */
  put(engineId: number, judgements: readonly JudgementRecord[]): Promise<void>;
  /** Deletes the judgements of a query about these documents, or all of them. Gives their number. */
  deleteOf(engineId: number, queryKey: string, documentIds?: readonly string[]): Promise<number>;
  /** Deletes the judgements of an engine, or those of one source. Gives their number. */
  deleteAll(engineId: number, source?: JudgementSource): Promise<number>;
}
