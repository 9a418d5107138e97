/**
 * The optional part of a store that several processes ("nodes") share. A store without it has one node, which holds
 * every lease.
 *
 * Promises every adapter keeps (test/ports/store/nodes.ts holds them to it):
 * - one node at most holds a lease of a name, by the store's clock;
 * - a fencing number is higher than that of every earlier holder of the name.
 */
export interface Nodes {
  /** A random text for this process. */
  readonly id: string;
  /** The other nodes that showed signs of life within the last half minute, by the store's clock. */
  others(): Promise<readonly NodeRecord[]>;
  /**
   * Takes or extends the lease of a name for `milliseconds`, and gives its fencing number; undefined if another node
   * holds it.
   */
  lease(name: string, milliseconds: number): Promise<number | undefined>;
  /** Ends a lease early: any node may take it at once. */
  release(name: string, fence: number): Promise<void>;
}

export interface NodeRecord {
  readonly id: string;
  /** Of the program. */
  readonly version: string;
  readonly seenAt: number;
}
