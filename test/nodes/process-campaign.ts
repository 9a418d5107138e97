import type { TestContext } from 'node:test';
import type { OpenSearchNode } from '../services/opensearch.ts';
import { newDatabase, PostgresServer } from '../services/postgres.ts';
import { Random } from '../support/seed.ts';
import { ProcessCluster } from './process-cluster.ts';
import { ProcessLoad } from './process-load.ts';

/** How long processes are killed and stopped in a round, in milliseconds. */
const ROUND = 8_000;

export interface CampaignOptions {
  readonly seed: number;
  readonly rounds: number;
  readonly search?: readonly OpenSearchNode[];
  /** How long the nodes have to agree after a round, in milliseconds. */
  readonly settling?: number;
}

/** Three nodes under random calls while processes are killed and stopped; after each round all must be as a model says. */
export async function processCampaign(
  t: TestContext,
  { seed, rounds, search = [], settling }: CampaignOptions,
): Promise<void> {
  const random = new Random(seed);
  // Commits survive the death of the server's processes, though not a power cut.
  const postgres = await PostgresServer.start({ synchronous_commit: 'on' });
  const { url } = await newDatabase(t, postgres);
  const cluster = new ProcessCluster(3, { url, postgres, search, random });
  t.after(async () => {
    await cluster.close();
    await postgres.stop();
  });
  await cluster.start();
  const load = new ProcessLoad(cluster, random, settling);
  await load.prepare();
  try {
    for (let round = 1; round <= rounds; round++) {
      const end = performance.now() + ROUND;
      // Both end before a failure of one of them is reported.
      const ended = await Promise.allSettled([load.run(end), cluster.disturb(end)]);
      for (const one of ended) if (one.status === 'rejected') throw one.reason;
      await load.check();
      process.stdout.write(`round ${round} of ${rounds}: ${JSON.stringify(load.counts)}\n`);
    }
  } catch (error) {
    process.stdout.write(`events: ${cluster.events.slice(-20).join('; ')}\n`);
    for (const node of cluster.nodes) {
      process.stdout.write(`node ${node.number}: ${node.output().slice(-4000)}\n`);
    }
    throw error;
  }
  process.stdout.write(`${cluster.events.length} disturbances\n`);
}
