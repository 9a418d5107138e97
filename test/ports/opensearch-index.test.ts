import { randomUUID } from 'node:crypto';
import { suite, type TestContext, test } from 'node:test';
import { Cluster } from '../../src/index/opensearch/cluster.ts';
import { OpenSearchIndex } from '../../src/index/opensearch/opensearch-index.ts';
import { opensearchProblem, sharedOpenSearch } from '../services/opensearch.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

const problem = opensearchProblem();

const make = (shards: number) => async (t: TestContext) => {
  const index = new OpenSearchIndex({
    cluster: new Cluster([await sharedOpenSearch()]),
    identity: randomUUID(),
    shards,
    say: () => {},
  });
  t.after(() => index.close());
  return index;
};

if (problem !== undefined) test('OpenSearch', { skip: `OpenSearch is not tested: ${problem}` });
// Tests run concurrently: creating an index is mostly waiting.
else {
  suite('concurrently', { concurrency: 4 }, () => {
    searchIndexConformance('OpenSearch', make(1));
  });
}
