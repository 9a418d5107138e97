import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { DocumentChange } from '../../../src/store/port.ts';
import { announcedSeed, Random } from '../../support/seed.ts';
import {
  ALL,
  documents,
  engineIn,
  engineRecord,
  idsOf,
  newJob,
  pause,
  put,
  remove,
  type StoreFactory,
  type SuiteOptions,
} from './fixtures.ts';

/** What the index follows: the changes of an engine by their numbers. */
export function documentChangeSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: changes of documents`, options, () => {
    test('changes are listed by number, each document with its newest state only', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c'); // 1 2 3
      await put(store, engine, 'a'); // 4
      await remove(store, engine, 'b'); // 5
      await remove(store, engine, 'c'); // 6
      await put(store, engine, 'c'); // 7
      await remove(store, engine, 'a'); // 8
      await put(store, engine, 'a'); // 9
      await remove(store, engine, 'a'); // 10
      const states = async (since: number) =>
        (await store.documents.changesSince(engine, since, 100)).map(
          ({ sequence, id, json }) => `${sequence} ${json === null ? '-' : '+'}${id}`,
        );
      assert.deepEqual(await states(0), ['5 -b', '7 +c', '10 -a']);
      assert.deepEqual(await states(5), ['7 +c', '10 -a']);
      assert.deepEqual(await states(9), ['10 -a']);
      assert.deepEqual(await states(10), []);
    });

    test('changes read page by page are the same as all at once', async (t) => {
      const { store } = await make(t);
      const seed = announcedSeed('changes page by page');
      const random = new Random(seed);
      const engine = await engineIn(store);
      for (let n = 0; n < 60; n++) {
        const ids = [...new Set(Array.from({ length: 1 + random.below(4) }, () => `d${random.below(15)}`))];
        await (random.below(3) === 0 ? remove : put)(store, engine, ...ids);
      }
      const atOnce = await store.documents.changesSince(engine, 0, 10_000);
      const paged: DocumentChange[] = [];
      for (let from = 0; ; ) {
        const page = await store.documents.changesSince(engine, from, 3);
        const last = page.at(-1);
        if (last === undefined) break;
        assert.ok(page.length <= 3);
        paged.push(...page);
        from = last.sequence;
      }
      assert.deepEqual(paged, atOnce, `seed ${seed}`);
    });

    test('`forgetDeletions` removes deletions up to a number from the changes, and no documents', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c'); // 1 2 3
      await remove(store, engine, 'a'); // 4
      await remove(store, engine, 'b'); // 5
      await store.transact({ engine }, (tx) => tx.documents.forgetDeletions(engine, 4));
      const changes = await store.documents.changesSince(engine, 0, 100);
      assert.deepEqual(
        changes.map(({ sequence, id }) => [sequence, id]),
        [
          [3, 'c'],
          [5, 'b'],
        ],
      );
      assert.equal((await engineRecord(store, engine)).documentCount, 1);
    });

    test('`forgotten` of an engine never decreases, and never exceeds its last change', async (t) => {
      const { store } = await make(t);
      const [engine, other] = [await engineIn(store, 'one'), await engineIn(store, 'two')];
      const forget = (upTo: number) =>
        store.transact({ engine }, ({ documents }) => documents.forgetDeletions(engine, upTo));
      assert.equal(await forget(10), 0);
      await put(store, engine, 'a', 'b', 'c'); // 1 2 3
      await remove(store, engine, 'a', 'b'); // 4 5
      assert.equal((await engineRecord(store, engine)).forgotten, 0, 'a deletion alone forgets nothing');
      assert.equal(await forget(4), 4);
      assert.equal(await forget(3), 4);
      assert.equal((await engineRecord(store, engine)).forgotten, 4);
      assert.equal(await forget(100), 5);
      assert.equal((await engineRecord(store, engine)).forgotten, 5);
      await remove(store, engine, 'c'); // 6
      assert.deepEqual(idsOf(await store.documents.changesSince(engine, 5, 10)), ['c']);
      assert.equal((await engineRecord(store, other)).forgotten, 0);
    });

    test('deletions that a running job must replay are kept until it ends', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c'); // 1 2 3
      await remove(store, engine, 'a'); // 4
      await store.transact('instance', async ({ engines, jobs }) => {
        const { id } = await jobs.insert(newJob(engine, { sequence: 4 }));
        await engines.setRunningJob(engine, id);
      });
      await remove(store, engine, 'b'); // 5
      const forget = () =>
        store.transact({ engine }, ({ documents }) => documents.forgetDeletions(engine, 5));
      assert.equal(await forget(), 4);
      assert.deepEqual(idsOf(await store.documents.changesSince(engine, 4, 10)), ['b']);
      await store.transact('instance', ({ engines }) => engines.setRunningJob(engine, null));
      assert.equal(await forget(), 5);
      assert.deepEqual(await store.documents.changesSince(engine, 3, 10), []);
    });

    test('changes of an engine are numbered without gaps in the order of commit', async (t) => {
      const { store } = await make(t);
      const seed = announcedSeed('sequence numbers');
      const random = new Random(seed);
      const engines = [await engineIn(store, 'one'), await engineIn(store, 'two')] as const;
      const committed = new Map<number, number[]>(engines.map((engine) => [engine, []]));
      const change = async () => {
        const engine = random.pick(engines);
        const fails = random.below(4) === 0;
        const deletes = random.below(3) === 0;
        const ids = [...new Set(Array.from({ length: 1 + random.below(5) }, () => `d${random.below(20)}`))];
        const numbers = committed.get(engine) ?? [];
        const before = Math.max(0, ...numbers);
        try {
          const changes = await store.transact({ engine }, async (tx) => {
            const changes = await (deletes
              ? tx.documents.delete(engine, ids)
              : tx.documents.put(engine, documents(...ids)));
            await pause();
            if (fails) throw new Error('no');
            return changes;
          });
          const first = changes[0]?.sequence ?? before + 1;
          assert.ok(first > before, `seed ${seed}: a later commit has higher numbers`);
          assert.deepEqual(
            changes.map(({ sequence }) => sequence),
            changes.map((_, i) => first + i),
            `seed ${seed}`,
          );
          numbers.push(...changes.map(({ sequence }) => sequence));
        } catch (error) {
          assert.ok(fails, `seed ${seed}: ${error}`);
        }
      };
      // Few at a time: on a slow machine, a transaction that waits for dozens of others is refused.
      for (let round = 0; round < 6; round++) await Promise.all(Array.from({ length: 20 }, change));
      for (const [engine, numbers] of committed) {
        assert.deepEqual(
          numbers.toSorted((a, b) => a - b),
          numbers.map((_, i) => i + 1),
          `seed ${seed}`,
        );
        const record = await engineRecord(store, engine);
        assert.equal(record.sequence, numbers.length);
        assert.equal(record.documentCount, (await store.documents.page(engine, ALL)).length);
      }
    });

    test('a reader that follows the changes during writes misses none', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      let isOver = false;
      const write = async () => {
        for (let n = 0; n < 100; n++) {
          await put(store, engine, `gone${n}`);
          await store.transact({ engine }, async (tx) => {
            await tx.documents.put(engine, documents(`kept${n}`));
            await tx.documents.delete(engine, [`gone${n}`]);
          });
        }
        isOver = true;
      };
      const follow = async (): Promise<string[]> => {
        const copy = new Set<string>();
        for (let from = 0; ; ) {
          const wasOver = isOver;
          const changes = await store.documents.changesSince(engine, from, 50);
          for (const { id, json } of changes) json === null ? copy.delete(id) : copy.add(id);
          from = changes.at(-1)?.sequence ?? from;
          if (wasOver && changes.length === 0) return [...copy];
          if (changes.length === 0) await pause();
        }
      };
      const [, ...copies] = await Promise.all([write(), ...Array.from({ length: 4 }, follow)]);
      const stored = idsOf(await store.documents.page(engine, ALL));
      for (const copy of copies) assert.deepEqual(copy, stored);
    });

    test('a snapshot does not change while documents are written and deleted', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c');
      const snapshot = await store.snapshot();
      await put(store, engine, 'b', 'd');
      await remove(store, engine, 'a');
      const { sequence, documentCount } = (await snapshot.engines.byId(engine)) ?? {};
      assert.deepEqual({ sequence, documentCount }, { sequence: 3, documentCount: 3 });
      assert.deepEqual(idsOf(await snapshot.documents.after(engine, 0, 10)), ['a', 'b', 'c']);
      assert.deepEqual(idsOf(await store.documents.after(engine, 0, 10)), ['b', 'c', 'd']);
      snapshot.close();
      snapshot.close();
      await assert.rejects(snapshot.documents.after(engine, 0, 10));
      assert.equal((await engineRecord(store, engine)).sequence, 6);
    });

    test('positions of documents written after a sequence number are in order of that number', async (t) => {
      const { store } = await make(t);
      const engine = await engineIn(store);
      await put(store, engine, 'a', 'b', 'c');
      await put(store, engine, 'd', 'b', 'e');
      await remove(store, engine, 'd');
      assert.deepEqual(await store.documents.positionsSince(engine, 3, 10), [2, 6]);
      assert.deepEqual(await store.documents.positionsSince(engine, 3, 1), [2]);
      assert.deepEqual(await store.documents.positionsSince(engine, 6, 10), []);
    });
  });
}
