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
      key('detailed', {
        expiresAt: 1_800_000_000_123,
        description: 'Søk på nettstedet',
        rateLimit: { perSecond: 5, burst: 20 },
        previous: { lookup: 'old lookup', sealed: 'old sealed', until: 1_800_000_000_456 },
      }),
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
        expiresAt: 1_800_000_000_000,
        description: 'changed',
        rateLimit: { perSecond: 1, burst: 2 },
        lookup: 'another',
        sealed: 'another',
      });
      await store.transact('instance', ({ keys }) => keys.update(asked));
      const { kind, lookup, sealed } = key('k');
      assert.deepEqual(await store.keys.byName('account-a', 'k'), { ...asked, kind, lookup, sealed });
    });

    test('a key is found by its value and by its previous value, until that is forgotten', async (t) => {
      const { store } = await make(t);
      const rotated = key('k', {
        lookup: 'new',
        sealed: 'new sealed',
        previous: { lookup: 'old', sealed: 'old sealed', until: 1000 },
      });
      await store.transact('instance', async ({ keys }) => {
        await keys.insert(key('k', { lookup: 'old' }));
        await keys.insert(key('another'));
        await keys.setValues(rotated);
      });
      for (const lookup of ['new', 'old']) {
        assert.deepEqual(await store.keys.byLookup('account-a', lookup), rotated);
        assert.equal(await store.keys.byLookup('account-b', lookup), undefined);
      }
      const forget = (now: number) => store.transact('instance', ({ keys }) => keys.forgetPrevious(now));
      assert.equal(await forget(999), 0);
      assert.equal(await forget(1000), 1);
      assert.equal(await store.keys.byLookup('account-a', 'old'), undefined);
      assert.deepEqual(await store.keys.byName('account-a', 'k'), { ...rotated, previous: null });
    });

    test('the last use of a key is recorded while the key exists, and deleted with it', async (t) => {
      const { store } = await make(t);
      const used = (name: string, usedAt: number) => ({ accountId: 'account-a', name, usedAt });
      const uses = () => store.keys.lastUses('account-a', ['k', 'idle', 'unknown']);
      await store.transact('instance', async ({ keys }) => {
        for (const name of ['k', 'idle']) await keys.insert(key(name));
        await keys.setLastUses([used('k', 60_000), used('unknown', 60_000)]);
      });
      assert.deepEqual(await uses(), new Map([['k', 60_000]]));
      await store.transact('instance', ({ keys }) => keys.setLastUses([used('k', 120_000)]));
      assert.deepEqual(await uses(), new Map([['k', 120_000]]));
      assert.deepEqual(await store.keys.lastUses('account-b', ['k']), new Map());
      const previous = ['k/previous', 'unknown/previous'];
      const previousUses = () => store.keys.lastUses('account-a', previous);
      const useBoth = () =>
        store.transact('instance', ({ keys }) =>
          keys.setLastUses(previous.map((name) => used(name, 120_000))),
        );
      await useBoth();
      assert.deepEqual(await previousUses(), new Map([['k/previous', 120_000]]));
      await store.transact('instance', ({ keys }) => keys.setValues(key('k')));
      assert.deepEqual(await previousUses(), new Map(), 'another value is the previous one');
      assert.deepEqual(await uses(), new Map([['k', 120_000]]));
      await useBoth();
      await store.transact('instance', async ({ keys }) => {
        await keys.delete('account-a', 'k');
        await keys.insert(key('k'));
      });
      assert.deepEqual(await uses(), new Map());
      assert.deepEqual(await previousUses(), new Map());
    });

    test('revocations match by all of their conditions', async (t) => {
      const { store } = await make(t);
      const none = { jti: null, sub: null, keyName: null, issuedBefore: null };
      const add = (accountId: string, more: object) =>
        store.transact({ account: accountId }, ({ revocations }) =>
          revocations.put(accountId, { ...none, ...more }, 7),
        );
      const byJti = await add('account-a', { jti: 'a' });
      const bySub = await add('account-a', { sub: 's', keyName: 'k', issuedBefore: 5 });
      const byTime = await add('account-a', { issuedBefore: 9 });
      await add('account-b', { jti: 'a' });
      const ids = async (jti: string | null, sub: string | null, keyName: string) =>
        (await store.revocations.matching('account-a', { jti, sub, keyName })).map(({ id }) => id).sort();
      assert.deepEqual(await ids('a', null, 'x'), [byJti.id, byTime.id]);
      assert.deepEqual(await ids('b', 's', 'k'), [bySub.id, byTime.id]);
      assert.deepEqual(await ids(null, 's', 'x'), [byTime.id]);
      assert.deepEqual(await store.revocations.find('account-a', { ...none, jti: 'a' }), byJti);
      assert.equal(await store.revocations.find('account-a', { ...none, jti: 'b' }), undefined);
      assert.deepEqual(await store.revocations.page('account-a', { offset: 1, limit: 2 }), {
        total: 3,
        results: [bySub, byJti],
      });
      await store.transact({ account: 'account-a' }, async ({ revocations }) => {
        await revocations.put('account-a', { ...none, issuedBefore: 20 }, 8);
        assert.equal(await revocations.delete('account-b', byJti.id), false);
        assert.equal(await revocations.delete('account-a', byJti.id), true);
      });
      assert.deepEqual(await store.revocations.matching('account-a', { jti: 'a', sub: null, keyName: 'x' }), [
        { ...byTime, issuedBefore: 20 },
      ]);
    });

    test('no key is found or deleted by a name with a NUL', async (t) => {
      const { store } = await make(t);
      await store.transact('instance', ({ keys }) => keys.insert(key('k')));
      assert.equal(await store.keys.byName('account-a', 'k\0'), undefined);
      const inside = await store.transact('instance', async ({ keys }) => [
        await keys.byName('account-a', 'k\0'),
        await keys.delete('account-a', 'k\0'),
      ]);
      assert.deepEqual(inside, [undefined, false]);
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
