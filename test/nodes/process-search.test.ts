import { suite, test } from 'node:test';
import { opensearchProblem, startOpenSearch } from '../services/opensearch.ts';
import { withoutPostgres } from '../services/postgres.ts';
import { announcedSeed, repetitions } from '../support/seed.ts';
import { processCampaign } from './process-campaign.ts';

/** A search cluster needs longer to recover than the nodes do, in milliseconds. */
const SETTLING = 180_000;

const problem = opensearchProblem();
const skip = problem === undefined ? withoutPostgres() : `OpenSearch is not tested: ${problem}`;

suite('nodes in processes of their own on PostgreSQL and OpenSearch', { skip }, () => {
  test('kill -9 and SIGSTOP of every kind of process lose nothing and leave nothing half-done', async (t) => {
    const { nodes, stop } = await startOpenSearch(3);
    t.after(stop);
    await processCampaign(t, {
      seed: announcedSeed('process nodes with a search cluster'),
      rounds: repetitions('ROUNDS', 1),
      search: nodes,
      settling: SETTLING,
    });
  });
});
