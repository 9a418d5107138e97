import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import {
  type DocumentChange,
  type Store,
  StoreOutcomeUnknown,
  StoreUnavailable,
} from '../../src/store/port.ts';
import { newDatabase, withoutPostgres } from '../services/postgres.ts';
import { openTestStore } from '../support/postgres-store.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { type Cut, TcpProxy } from '../support/tcp-proxy.ts';
import { documents, engineIn, engineRecord } from './store/fixtures.ts';

const NODES = 3;
const WRITERS_PER_NODE = 3;
const DURATION = 15_000;
const CUTS: readonly Cut[] = ['before', 'after', 'half'];

suite('PostgreSQL with connections that break at random', { skip: withoutPostgres() }, () => {
  test('nothing acknowledged is lost, nothing refused is stored, and sequence numbers have no gaps', async (t) => {
    const seed = announcedSeed('connections to PostgreSQL that break');
    const random = new Random(seed);
    const { server, name, url } = await newDatabase(t);
    const calm = await openTestStore(t, url);
    const engine = await engineIn(calm);
    const proxies: TcpProxy[] = [];
    const stores: Store[] = [];
    for (let n = 0; n < NODES; n++) {
      const proxy = await TcpProxy.start(t, server.port);
      proxies.push(proxy);
      stores.push(await openTestStore(t, server.url(name, proxy.port)));
    }
    const client = await server.connect(name);
    t.after(() => client.end());

    /** What the callers were told, by document id; a document is written once. */
    const told = new Map<string, 'stored' | 'refused' | 'unknown'>();
    const acknowledged: DocumentChange[] = [];
    const end = performance.now() + DURATION;
    const write = async (store: Store, writer: string): Promise<void> => {
      for (let n = 0; performance.now() < end; n++) {
        const ids = Array.from({ length: 1 + random.below(3) }, (_, i) => `${writer}-${n}-${i}`);
        let outcome: 'stored' | 'refused' | 'unknown' = 'stored';
        try {
          acknowledged.push(
            ...(await store.transact({ engine }, (tx) => tx.documents.put(engine, documents(...ids)))),
          );
        } catch (error) {
          assert.ok(error instanceof StoreUnavailable, `seed ${seed}: ${error}`);
          outcome = error instanceof StoreOutcomeUnknown ? 'unknown' : 'refused';
        }
        for (const id of ids) told.set(id, outcome);
      }
    };
    const disturb = async (): Promise<void> => {
      while (performance.now() < end) {
        await sleep(20 + random.below(400));
        const proxy = random.pick(proxies);
        if (random.below(3) > 0) proxy.cutAt('commit\0', random.pick(CUTS));
        else {
          await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()
            and datname = current_database() and random() < 0.2`);
        }
      }
    };
    const follow = async (): Promise<Set<string>> => {
      const copy = new Set<string>();
      for (let from = 0, isOver = false; ; ) {
        const wasOver = isOver;
        isOver = performance.now() > end + 35_000 || isDone;
        const changes = await calm.documents.changesSince(engine, from, 50).catch(() => undefined);
        if (changes === undefined) continue;
        for (const { id, sequence } of changes) {
          assert.ok(sequence > from, `seed ${seed}`);
          from = sequence;
          copy.add(id);
        }
        if (wasOver && changes.length === 0) return copy;
        await sleep(5);
      }
    };
    let isDone = false;
    const following = follow();
    const writers = stores.flatMap((store, node) =>
      Array.from({ length: WRITERS_PER_NODE }, (_, n) => write(store, `n${node}w${n}`)),
    );
    await Promise.all([...writers, disturb()]);
    isDone = true;
    const followed = await following;

    const stored = new Map(
      (await calm.documents.page(engine, { offset: 0, limit: 1_000_000 })).map((d) => [d.id, d]),
    );
    const counts = { stored: 0, refused: 0, unknown: 0 };
    for (const [id, outcome] of told) {
      counts[outcome]++;
      if (outcome !== 'unknown')
        assert.equal(stored.has(id), outcome === 'stored', `seed ${seed}: ${id} ${outcome}`);
    }
    t.diagnostic(
      `${JSON.stringify(counts)}, ${proxies.reduce((sum, { cuts }) => sum + cuts, 0)} commits cut`,
    );
    assert.ok(counts.stored > 0 && counts.refused > 0);
    for (const { id, sequence } of acknowledged)
      assert.equal(stored.get(id)?.sequence, sequence, `seed ${seed}`);
    const numbers = [...stored.values()].map(({ sequence }) => sequence).toSorted((a, b) => a - b);
    assert.deepEqual(
      numbers,
      numbers.map((_, i) => i + 1),
      `seed ${seed}`,
    );
    const record = await engineRecord(calm, engine);
    assert.deepEqual([record.sequence, record.documentCount], [numbers.length, numbers.length]);
    assert.deepEqual(
      [...followed].sort(),
      [...stored.keys()].sort(),
      `seed ${seed}: a follower misses nothing`,
    );
  });
});
