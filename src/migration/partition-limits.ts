/** What the searches of App Search allow, and how parts are made under these limits. */
export interface PartitionLimits {
  /** How many results a search can reach. A total of that number means: this many, or more. */
  readonly reach: number;
  /** The most documents of values or ranges that are read together: with room for documents that are added meanwhile. */
  readonly group: number;
  readonly facetValues: number;
  readonly filterValues: number;
  readonly conditions: number;
  /** Characters of a value that is filtered by: longer ones would make long requests. */
  readonly valueLength: number;
  /** Bytes of filters that are not extended: services limit the size of a request. */
  readonly filterBytes: number;
  /** The fewest documents that a good split separates from the rest. One that separates fewer costs more than it brings. */
  readonly separated: number;
  /** Ranges that are counted at once. */
  readonly ranges: number;
  /** How many splits by ranges in a row may separate fewer: each of them still narrows the range. */
  readonly stalls: number;
  readonly parts: number;
}

export const PARTITION_LIMITS: PartitionLimits = {
  reach: 10_000,
  group: 8000,
  facetValues: 250,
  filterValues: 1000,
  conditions: 32,
  valueLength: 100,
  filterBytes: 100_000,
  separated: 1000,
  ranges: 100,
  stalls: 20,
  parts: 100_000,
};
