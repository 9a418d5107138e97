/** How relevant a document is to a query. */
export interface Judgement {
  readonly query: string;
  readonly document_id: string;
  readonly grade: number;
  /** `clicks` for those that were computed. */
  readonly source: 'manual' | 'clicks';
}
