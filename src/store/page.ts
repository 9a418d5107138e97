/** A page of a list and the length of the whole list. */
export interface Page<T> {
  readonly total: number;
  readonly results: readonly T[];
}
export interface PageRange {
  readonly offset: number;
  readonly limit: number;
}
