/** A line of an import that the service did not accept. */
export interface RefusedLine {
  /** Its number among all that were given, from 1. */
  readonly line: number;
  /** The id of the document; empty if it has none. */
  readonly id: string;
  readonly errors: readonly string[];
}

/** What has become of the lines of an import. */
export interface ImportReport {
  /** How many documents are stored and searchable. */
  readonly imported: number;
  /** How many lines were refused. */
  readonly refused: number;
  /** The first of the refused lines, at most a hundred. `onRefused` gets all of them. */
  readonly refusals: readonly RefusedLine[];
  /** The number of the last line that is counted here; blank lines count too. */
  readonly lines: number;
}
