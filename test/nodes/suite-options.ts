/** Options of a suite that needs a service which not every machine has. */
export interface SuiteOptions {
  /** The sentence that says why it is left out. */
  readonly skip?: string | false;
}
