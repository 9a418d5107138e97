import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { CachedKind, Scope, Store, StoreWriter } from '../../../src/store/port.ts';
import { until } from '../../support/until.ts';
import {
  account,
  documents,
  engineIn,
  key,
  type StoreFactory,
  type SuiteOptions,
  schemaOf,
} from './fixtures.ts';

/** Collects the kinds that notices name. */
function listening(t: TestContext, store: Store): Set<CachedKind> {
  const named = new Set<CachedKind>();
  t.after(store.subscribe(({ kinds }) => kinds.forEach((kind) => void named.add(kind))));
  return named;
}

type Write = readonly [
  what: string,
  kind: CachedKind,
  (engine: number) => Scope,
  (tx: StoreWriter, engine: number) => Promise<unknown>,
];
const WRITES: readonly Write[] = [
  ['a new account', 'accounts', () => 'instance', (tx) => tx.accounts.insert(account('c'))],
  ['a new key', 'keys', () => ({ account: 'account-a' }), (tx) => tx.keys.insert(key('second'))],
  [
    'a changed key',
    'keys',
    () => ({ account: 'account-a' }),
    (tx) => tx.keys.update(key('k', { read: false })),
  ],
  ['a deleted key', 'keys', () => ({ account: 'account-a' }), (tx) => tx.keys.delete('account-a', 'k')],
  [
    'a schema',
    'engines',
    (engine) => ({ engine }),
    (tx, engine) => tx.engines.setSchema(engine, schemaOf({ a: 'date' })),
  ],
  ['a running job', 'engines', (engine) => ({ engine }), (tx, engine) => tx.engines.setRunningJob(engine, 7)],
  [
    'documents',
    'engines',
    (engine) => ({ engine }),
    (tx, engine) => tx.documents.put(engine, documents('x')),
  ],
  ['a deleted engine', 'engines', (engine) => ({ engine }), (tx, engine) => tx.engines.delete(engine)],
];

export function noticeSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: change notices`, options, () => {
    for (const [what, kind, scopeOf, write] of WRITES) {
      test(`${what}: notified before its transaction resolves, and in other processes within the lag`, async (t) => {
        const { store, openShared } = await make(t);
        const engine = await engineIn(store);
        await store.transact('instance', (tx) => tx.keys.insert(key('k')));
        const second = await openShared();
        const [here, there] = [listening(t, store), listening(t, second)];
        await store.transact(scopeOf(engine), (tx) => write(tx, engine));
        assert.ok(here.has(kind), `${[...here]}`);
        await until('the notice comes', async () => there.has(kind));
      });
    }

    test('a listener is not called after it has unsubscribed, others are', async (t) => {
      const { store } = await make(t);
      const [gone, stays] = [{ calls: 0 }, { calls: 0 }];
      const unsubscribe = store.subscribe(() => void gone.calls++);
      t.after(store.subscribe(() => void stays.calls++));
      await store.transact('instance', (tx) => tx.accounts.insert(account('a')));
      const before = { ...gone };
      unsubscribe();
      await store.transact('instance', (tx) => tx.accounts.insert(account('b')));
      assert.deepEqual(gone, before);
      assert.ok(stays.calls >= 2);
    });

    test('every one of many commits by another process causes a notice', async (t) => {
      const { store, openShared } = await make(t);
      const second = await openShared();
      const named = listening(t, store);
      for (let n = 0; n < 5; n++) {
        await second.transact('instance', (tx) => tx.accounts.insert(account(`a${n}`)));
        await until('the notice comes', async () => named.delete('accounts'));
      }
    });

    test('a store that can check on request notifies of another process at once', async (t) => {
      const { store, openShared } = await make(t);
      const second = await openShared();
      const named = listening(t, store);
      if (store.checkForChanges === undefined) return;
      await second.transact({ account: 'account-a' }, (tx) => tx.keys.insert(key('k')));
      store.checkForChanges();
      assert.ok(named.has('keys'));
    });
  });
}
