import { suite, test } from 'node:test';
import { opensearchProblem } from '../services/opensearch.ts';
import { openSearchIndex } from '../support/opensearch-index.ts';
import { searchIndexConformance } from './search-index-conformance.ts';

const problem = opensearchProblem();

if (problem !== undefined) test('OpenSearch', { skip: `OpenSearch is not tested: ${problem}` });
else {
  // Tests run concurrently: creating an index is mostly waiting.
  suite('concurrently', { concurrency: 4 }, () => {
    searchIndexConformance('OpenSearch', openSearchIndex);
  });
}
