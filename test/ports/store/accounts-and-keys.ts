import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { KeyRecord } from '../../../src/store/port.ts';
import { ALL, account, key, type StoreFactory, type SuiteOptions } from './fixtures.ts';

export function accountSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  suite(`the store port on ${adapter}: instance, accounts, keys`, options, () => {
    test('a fact about the instance is set, replaced and read; an unknown one is undefined', async (t) => {
      const { store } = await make(t);
      assert.equal(await store.instance.get('fact'), undefined);
      await store.transact('instance', ({ instance }) => instance.set('fact', 'one'));
      await store.transact('instance', ({ instance }) => instance.set('fact', 'two'));
      assert.equal(await store.instance.get('fact'), 'two');
    });

    test('the data has an identity: the same for every process, and different for other data', async (t) => {
      const { store, openShared, openOther } = await make(t);
      assert.match(store.identity, /^[0-9a-f]{32}$/);
      assert.equal(await store.instance.get('identity'), store.identity);
      assert.equal((await openShared()).identity, store.identity);
      assert.notEqual((await openOther()).identity, store.identity);
    });

    test('an account is found by name, by host identifier and as the default', async (t) => {
      const { store } = await make(t);
      assert.equal(await store.accounts.default(), undefined);
      const [first, second] = [account('first', { isDefault: true }), account('second')];
      await store.transact('instance', async ({ accounts }) => {
        await accounts.insert(second);
        await accounts.insert(first);
      });
      assert.deepEqual(await store.accounts.default(), first);
      assert.deepEqual(await store.accounts.byName('second'), second);
      assert.deepEqual(await store.accounts.byHostIdentifier('host-second'), second);
      assert.equal(await store.accounts.byName('third'), undefined);
      assert.equal(await store.accounts.byHostIdentifier('host-third'), undefined);
      assert.deepEqual(await store.accounts.list(), [first, second]);
    });

    const shapes: readonly KeyRecord[] = [
      key('both', { read: true, write: true }),
      key('scoped', { read: false, write: true, accessAllEngines: false, engines: ['b', 'a'] }),
      key('named', { accessAllEngines: null, engines: ['a'] }),
      key('web', { kind: 'search', read: null, write: null }),
      key('root', { kind: 'admin', read: null, write: null, accessAllEngines: null }),
    ];
    for (const shape of shapes) {
      test(`the key ${shape.name} is read as it was created`, async (t) => {
        const { store } = await make(t);
        await store.transact('instance', ({ keys }) => keys.insert(shape));
        assert.deepEqual(await store.keys.byName('account-a', shape.name), shape);
        assert.deepEqual(await store.keys.byLookup('account-a', shape.lookup), shape);
      });
    }

    test('a key of one account is unknown in another, and a name may be used in both', async (t) => {
      const { store } = await make(t);
      const [mine, theirs] = [key('k'), key('k', { accountId: 'account-b', sealed: 'theirs' })];
      await store.transact('instance', async ({ keys }) => {
        await keys.insert(mine);
        await keys.insert(theirs);
        await keys.insert(key('only-mine'));
      });
      assert.deepEqual(await store.keys.byName('account-b', 'k'), theirs);
      assert.equal(await store.keys.byName('account-b', 'only-mine'), undefined);
      assert.equal(await store.keys.byLookup('account-b', 'lookup of only-mine'), undefined);
      assert.deepEqual(await store.keys.page('account-b', ALL), { total: 1, results: [theirs] });
    });

    test('keys are listed ascending by name, capitals first, in pages with the total', async (t) => {
      const { store } = await make(t);
      for (const name of ['b', 'a-2', 'B', 'a', 'a1'])
        await store.transact('instance', ({ keys }) => keys.insert(key(name)));
      const names = async (offset: number, limit: number) => {
        const { total, results } = await store.keys.page('account-a', { offset, limit });
        assert.equal(total, 5);
        return results.map(({ name }) => name);
      };
      assert.deepEqual(await names(0, 100), ['B', 'a', 'a-2', 'a1', 'b']);
      assert.deepEqual(await names(2, 2), ['a-2', 'a1']);
      assert.deepEqual(await names(5, 2), []);
    });

    test('an update of a key replaces permissions and scope, and keeps name, kind and secret', async (t) => {
      const { store } = await make(t);
      await store.transact('instance', ({ keys }) => keys.insert(key('k')));
      const asked = key('k', {
        kind: 'admin',
        read: false,
        write: true,
        accessAllEngines: null,
        engines: ['a'],
        lookup: 'another',
        sealed: 'another',
      });
      await store.transact('instance', ({ keys }) => keys.update(asked));
      const { kind, lookup, sealed } = key('k');
      assert.deepEqual(await store.keys.byName('account-a', 'k'), { ...asked, kind, lookup, sealed });
    });

    test('deleting a key returns whether it existed', async (t) => {
      const { store } = await make(t);
      await store.transact('instance', ({ keys }) => keys.insert(key('k')));
      const deleted = (accountId: string) =>
        store.transact('instance', ({ keys }) => keys.delete(accountId, 'k'));
      assert.equal(await deleted('account-b'), false);
      assert.equal(await deleted('account-a'), true);
      assert.equal(await deleted('account-a'), false);
      assert.equal(await store.keys.byName('account-a', 'k'), undefined);
    });
  });
}
