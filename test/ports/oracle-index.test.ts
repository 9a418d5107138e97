import { OracleIndex } from '../oracle/oracle-index.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

searchIndexConformance('the oracle', async (t) => {
  const index = new OracleIndex();
  t.after(() => index.close());
  return index;
});
