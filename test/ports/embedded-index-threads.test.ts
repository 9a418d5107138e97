import { Pool } from '../../src/threads/pool.ts';
import { Thread } from '../../src/threads/thread.ts';
import { NO_INLINE_WORK } from '../support/no-inline-work.ts';
import { SourcedIndex } from '../support/sourced-index.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

const PROGRAM = new URL('../../src/worker.ts', import.meta.url);

// Shared by all tests of the file: a thread takes long to start. They end with the process.
const thread = new Thread({ program: PROGRAM, name: 'indexer' });
const indexer = { builder: thread, merger: thread };
const searchers = new Pool({ program: PROGRAM, name: 'searcher', size: 2 });

searchIndexConformance('the embedded engine with all of its work in other threads', async (t) => {
  const index = new SourcedIndex({ indexer, searchers, inlineLimits: NO_INLINE_WORK });
  t.after(() => index.close());
  return index;
});
