import { ScanIndex } from '../../src/index/embedded/scan-index.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

searchIndexConformance('the plain scan', async (t) => {
  const index = new ScanIndex();
  t.after(() => index.close());
  return index;
});
