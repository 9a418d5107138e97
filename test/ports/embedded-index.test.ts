import { SourcedIndex } from '../support/sourced-index.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

searchIndexConformance('the embedded engine', async (t) => {
  const index = new SourcedIndex();
  t.after(() => index.close());
  return index;
});
