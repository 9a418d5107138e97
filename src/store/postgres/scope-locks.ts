import { crc32 } from 'node:zlib';
import type { Scope } from '../port.ts';
import type { Lock } from './transactions.ts';

/** The groups of our advisory locks: other programs that use the database are unlikely to have these numbers. */
const GROUP = 0x46_49_4e_00;
const INSTANCE: Lock = { group: GROUP, key: 0 };
const ACCOUNTS = GROUP + 1;
const ENGINES = GROUP + 2;

/** Held while a process creates or migrates the tables. */
export const MIGRATION_LOCK: Lock = { group: GROUP + 3, key: 0 };
/** Held while events are stored or removed, so that their dictionaries and counts have one writer. */
export const EVENT_LOCK: Lock = { group: GROUP + 4, key: 0 };

/** The lock of a scope. Two accounts may share one, which costs time and breaks nothing. */
export const lockOf = (scope: Scope): Lock => {
  if (scope === 'instance') return INSTANCE;
  // As signed 32-bit integers.
  return 'engine' in scope
    ? { group: ENGINES, key: scope.engine | 0 }
    : { group: ACCOUNTS, key: crc32(scope.account) | 0 };
};
