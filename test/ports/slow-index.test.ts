import { SourcedIndex } from '../support/sourced-index.ts';
import { searchIndexConformance } from './search-index-conformance.ts';
import { SlowIndex } from './slow-index.ts';

searchIndexConformance('a slow adapter', async (t) => {
  const index = new SlowIndex(new SourcedIndex());
  t.after(() => index.close());
  return index;
});
