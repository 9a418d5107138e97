import { suite, test } from 'node:test';
import { newDatabase, PostgresServer, withoutPostgres } from '../services/postgres.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { ProcessCluster } from './process-cluster.ts';
import { ProcessLoad } from './process-load.ts';

/** How long processes are killed and stopped in a round, in milliseconds. */
const ROUND = 8_000;

suite('nodes in processes of their own on one PostgreSQL database', { skip: withoutPostgres() }, () => {
  test('kill -9 and SIGSTOP of nodes and of the database lose nothing and leave nothing half-done', async (t) => {
    const random = new Random(announcedSeed('process nodes'));
    // Commits survive the death of the server's processes, though not a power cut.
    const server = await PostgresServer.start({ synchronous_commit: 'on' });
    const { url } = await newDatabase(t, server);
    const cluster = new ProcessCluster(3, url, server, random);
    t.after(async () => {
      await cluster.close();
      await server.stop();
    });
    await cluster.start();
    const load = new ProcessLoad(cluster, random);
    await load.prepare();
    const rounds = repetitions('ROUNDS', 2);
    try {
      for (let round = 1; round <= rounds; round++) {
        const end = performance.now() + ROUND;
        // Both end before a failure of one of them is reported.
        const ended = await Promise.allSettled([load.run(end), cluster.disturb(end, true)]);
        for (const one of ended) if (one.status === 'rejected') throw one.reason;
        await load.check();
        process.stdout.write(`round ${round} of ${rounds}: ${JSON.stringify(load.counts)}\n`);
      }
    } catch (error) {
      process.stdout.write(`events: ${cluster.events.slice(-20).join('; ')}\n`);
      for (const node of cluster.nodes)
        process.stdout.write(`node ${node.number}: ${node.output().slice(-4000)}\n`);
      throw error;
    }
    process.stdout.write(`${cluster.events.length} disturbances\n`);
  });
});
