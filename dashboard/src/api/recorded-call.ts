/** A call of a page, recorded for "copy as curl". */
export interface RecordedCall {
  readonly method: string;
  /** Below `/dashboard/api`. */
  readonly path: string;
  readonly body: unknown;
}
