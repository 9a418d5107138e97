// As in ../tables.ts: docs/data.md is generated from the comments.

export interface NodeTables {
  /** Processes that use the store. */
  nodes: {
    /** A random text for the process. */
    id: string;
    /** The version of the program. */
    version: string;
    /** The last sign of life, by the clock of the database. */
    seen_at: number;
  };
  /** Leases of periodic work. */
  leases: {
    /** The work. */
    name: string;
    /** The node that holds the lease. */
    owner: string;
    /** Until when it holds the lease, by the clock of the database. */
    held_until: number;
    /** The fencing number of the lease. */
    fence: number;
  };
}
