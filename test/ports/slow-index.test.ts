import { suite } from 'node:test';
import { SourcedIndex } from '../support/sourced-index.ts';
import { searchIndexConformance } from './search-index-conformance.ts';
import { SlowIndex } from './slow-index.ts';

// Suites and tests run concurrently, as they spend nearly all of their time waiting.
suite('concurrently', { concurrency: 16 }, () =>
  searchIndexConformance('a slow adapter', async (t) => {
    const index = new SlowIndex(new SourcedIndex());
    t.after(() => index.close());
    return index;
  }),
);
