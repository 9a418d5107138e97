import { suite, test } from 'node:test';
import { withoutPostgres } from '../services/postgres.ts';
import { announcedSeed, repetitions } from '../support/seed.ts';
import { processCampaign } from './process-campaign.ts';

suite('nodes in processes of their own on one PostgreSQL database', { skip: withoutPostgres() }, () => {
  test('kill -9 and SIGSTOP of nodes and of the database lose nothing and leave nothing half-done', async (t) => {
    await processCampaign(t, { seed: announcedSeed('process nodes'), rounds: repetitions('ROUNDS', 1) });
  });
});
