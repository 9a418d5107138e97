import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Caller } from '../../src/api/caller.ts';
import { Events } from '../../src/events/events.ts';
import type { EngineRecord, EventBatch, EventStore } from '../../src/store/port.ts';
import { until } from '../support/until.ts';

const engine = { id: 1, accountId: 'a' } as EngineRecord;
const caller = { kind: 'search' } as Caller;
const search = {
  engine,
  caller,
  query: 'x',
  tags: [],
  hasResults: true,
  requestId: 'r',
  first: 1,
  documentIds: ['d'],
};
const click = { query: 'x', documentId: 'd', requestId: null, tags: [] };

/** Events over a store that stores a batch when `release` is called. */
function recorder(recorded = { api: true, analytics: true }) {
  const batches: EventBatch[] = [];
  const warnings: object[] = [];
  let open: Array<() => void> = [];
  let isHeld = false;
  const store = {
    async insert(batch: EventBatch) {
      if (isHeld) await new Promise<void>((resolve) => open.push(resolve));
      batches.push(batch);
    },
  } as Partial<EventStore> as EventStore;
  const events = new Events({
    store,
    settings: { of: () => recorded },
    warn: (_message, facts) => void warnings.push(facts),
  });
  return {
    events,
    batches,
    warnings,
    stored: () => batches.reduce((sum, { searches, clicks }) => sum + searches.length + clicks.length, 0),
    hold: () => {
      isHeld = true;
    },
    release: () => {
      isHeld = false;
      for (const resolve of open) resolve();
      open = [];
    },
  };
}

suite('events', () => {
  test('are stored in one batch soon after the first', async () => {
    const { events, batches, stored } = recorder();
    const began = performance.now();
    events.search(search);
    events.click(engine, click);
    events.search(search);
    assert.equal(batches.length, 0);
    await until('the batch is stored', async () => stored() === 3);
    assert.ok(performance.now() - began >= 400);
    assert.equal(batches.length, 1);
    await events.close();
  });

  test('of a closed service are stored before it ends, and later ones are not recorded', async () => {
    const { events, stored, hold, release } = recorder();
    hold();
    for (let i = 0; i < 2500; i++) events.search(search);
    const closing = events.close();
    events.search(search);
    release();
    await closing;
    assert.equal(stored(), 2500);
  });

  test('beyond the bounds of memory are dropped, counted and logged once', async () => {
    const { events, stored, warnings, hold, release } = recorder();
    hold();
    for (let i = 0; i < 30_000; i++) events.search(search);
    assert.equal(warnings.length, 1);
    release();
    await events.close();
    const dropped = warnings.reduce((sum: number, facts) => sum + (facts as { dropped: number }).dropped, 0);
    assert.equal(stored() + dropped, 30_000);
    assert.ok(dropped >= 9000, `${dropped} dropped`);
  });

  test('large events are bounded in bytes', async () => {
    const { events, warnings, hold, release } = recorder();
    hold();
    const head = { time: 1, method: 'GET', path: '/', fullPath: '/', status: 200, userAgent: '' };
    const entry = { ...head, keyName: 'web', keyKind: 'search', duration: 1 };
    const body = 'x'.repeat(16_384);
    for (let i = 0; i < 2000; i++)
      events.request(engine, { ...entry, requestBody: body, responseBody: body });
    assert.equal(warnings.length, 1);
    release();
    await events.close();
  });

  test('that cannot be stored are dropped, and the next ones are stored', async () => {
    const { events, stored, warnings } = recorder();
    const store = Object.assign(Object.create(null), { fails: true });
    const failing = new Events({
      store: {
        async insert() {
          if (store.fails) throw new Error('disk is full');
        },
      } as Partial<EventStore> as EventStore,
      settings: { of: () => ({ api: true, analytics: true }) },
      warn: (_message, facts) => void warnings.push(facts),
    });
    failing.search(search);
    await until('it is reported', async () => warnings.length === 1);
    assert.deepEqual(warnings[0], { dropped: 1, cause: 'disk is full' });
    store.fails = false;
    failing.search(search);
    await failing.close();
    assert.equal(warnings.length, 1);
    await events.close();
    assert.equal(stored(), 0);
  });

  test('of the dashboard and of accounts that turned them off are not recorded', async () => {
    const { events, stored } = recorder();
    events.search({ ...search, caller: { kind: 'person' } as Caller });
    await events.close();
    const off = recorder({ api: true, analytics: false });
    off.events.search(search);
    off.events.click(engine, click);
    await off.events.close();
    assert.deepEqual([stored(), off.stored()], [0, 0]);
  });
});
