import { opensearchProblem, sharedOpenSearch } from '../services/opensearch.ts';
import { withoutPostgres } from '../services/postgres.ts';
import { interleavingSuite } from './interleavings.ts';
import { postgresStores } from './postgres-stores.ts';
import { continuingSuite, takingOverSuite } from './taking-over.ts';

const problem = opensearchProblem();
const skip = problem === undefined ? withoutPostgres() : `OpenSearch is not tested: ${problem}`;
const settings = async () => ({ FINDLING_SEARCH_URL: await sharedOpenSearch() });

takingOverSuite('PostgreSQL database and OpenSearch cluster', postgresStores, { skip, settings });
continuingSuite('PostgreSQL database and OpenSearch cluster', postgresStores, { skip, settings });
interleavingSuite('PostgreSQL database and OpenSearch cluster', postgresStores, {
  skip,
  settings,
  // Each takes several requests to the cluster.
  steps: 40,
});
