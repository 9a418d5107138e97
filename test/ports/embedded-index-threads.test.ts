import { Pool } from '../../src/threads/pool.ts';
import { Thread } from '../../src/threads/thread.ts';
import { NO_INLINE_WORK } from '../support/no-inline-work.ts';
import { SourcedIndex } from '../support/sourced-index.ts';
import { snapshotIsolationSuite } from './search-index/snapshot-isolation.ts';
import { storedChangeSuite } from './search-index/stored-changes.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

const PROGRAM = new URL('../../src/worker.ts', import.meta.url);

// Shared by all tests of the file, as threads are slow to start. They end with the process.
const thread = new Thread({ program: PROGRAM, name: 'indexer' });
const indexer = { builders: [thread], merger: thread };
const searchers = new Pool({ program: PROGRAM, name: 'searcher', size: 2 });

const NAME = 'the embedded engine with all of its work in other threads';
const threaded = async (t: { after(work: () => Promise<void>): void }): Promise<SourcedIndex> => {
  const index = new SourcedIndex({ indexer, searchers, inlineLimits: NO_INLINE_WORK });
  t.after(() => index.close());
  return index;
};
searchIndexConformance(NAME, threaded);
snapshotIsolationSuite(NAME, threaded);
storedChangeSuite(NAME, threaded);
