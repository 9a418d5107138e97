import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { LinkRecord, NewAudit, PersonRecord, SessionRecord } from '../../../src/store/dashboard-port.ts';
import type { Store } from '../../../src/store/port.ts';
import type { StoreFactory, SuiteOptions } from './fixtures.ts';

export function dashboardSuite(adapter: string, make: StoreFactory, options: SuiteOptions): void {
  const open = async (t: TestContext): Promise<Store> => (await make(t)).store;
  const person = (name: string, more: Partial<PersonRecord> = {}): PersonRecord => ({
    id: `person-${name}`,
    name,
    nameKey: name.toLowerCase(),
    email: null,
    emailKey: null,
    password: 'scrypt$...',
    isFirst: false,
    createdAt: 1_700_000_000_123,
    seenAt: null,
    ...more,
  });
  const session = (id: string, more: Partial<SessionRecord> = {}): SessionRecord => ({
    id,
    personId: 'person-Ada',
    lookup: `lookup of ${id}`,
    userAgent: "Mozilla/5.0 ('; drop table sessions; --)",
    address: '::1',
    createdAt: 1,
    seenAt: 1_700_000_000_123,
    ...more,
  });
  const link = (id: string, more: Partial<LinkRecord> = {}): LinkRecord => ({
    id,
    purpose: 'invitation',
    lookup: `lookup of ${id}`,
    accountId: 'account-a',
    role: 'editor',
    email: null,
    personId: null,
    madeBy: 'Ada',
    createdAt: 5,
    expiresAt: 1_700_000_000_123,
    usedAt: null,
    ...more,
  });
  const line = (more: Partial<NewAudit> = {}): NewAudit => ({
    accountId: 'account-a',
    personId: 'person-Ada',
    person: 'Ada',
    action: 'documents.written',
    subject: 'books',
    detail: '',
    count: 1,
    at: 1000,
    ...more,
  });
  const all = { offset: 0, limit: 1000 };
  const engineOf = (store: Store, name: string) =>
    store.transact('instance', ({ engines }) =>
      engines.insert({ accountId: 'account-a', name, language: null, createSettings: {}, createdAt: 7 }),
    );

  suite(`the store port on ${adapter}: the dashboard`, options, () => {
    test('a person is found by id, by the key of the name and of the email address, and as the first owner', async (t) => {
      const store = await open(t);
      const ada = person('Ada', { email: 'Ada@x.org', emailKey: 'ada@x.org', isFirst: true, seenAt: 9 });
      const bob = person('Bob');
      await store.transact('instance', async ({ people }) => {
        await people.insert(bob);
        assert.equal(await people.first(), undefined);
        await people.insert(ada);
      });
      const { people } = store;
      assert.deepEqual(await people.byId('person-Ada'), ada);
      assert.deepEqual(await people.byLogin('ada'), ada);
      assert.deepEqual(await people.byLogin('ada@x.org'), ada);
      assert.deepEqual(await people.byLogin('bob'), bob);
      assert.equal(await people.byLogin('Ada'), undefined);
      assert.deepEqual(await people.first(), ada);
      await store.transact('instance', async (tx) => {
        await tx.people.setNames('person-Bob', {
          name: 'Rob',
          nameKey: 'rob',
          email: 'Rob@x.org',
          emailKey: 'rob@x.org',
        });
        await tx.people.setPassword('person-Bob', 'new');
        await tx.people.setSeen('person-Bob', 1_700_000_000_456);
      });
      assert.deepEqual(await people.byId('person-Bob'), {
        ...bob,
        name: 'Rob',
        nameKey: 'rob',
        email: 'Rob@x.org',
        emailKey: 'rob@x.org',
        password: 'new',
        seenAt: 1_700_000_000_456,
      });
    });

    test('the keys of names and email addresses are unique', async (t) => {
      const store = await open(t);
      const insert = (one: PersonRecord) => store.transact('instance', ({ people }) => people.insert(one));
      await insert(person('Ada', { emailKey: 'a@x' }));
      await insert(person('Bob'));
      await insert(person('Carl'));
      await assert.rejects(insert(person('ada')));
      await assert.rejects(insert(person('Dora', { emailKey: 'a@x' })));
    });

    test('memberships are added, changed and removed, and deleted with the person', async (t) => {
      const store = await open(t);
      await store.transact('instance', async ({ people, sessions }) => {
        await people.insert(person('Bob'));
        await people.insert(person('Ada'));
        await people.putMember({ accountId: 'account-a', personId: 'person-Bob', role: 'analyst' });
        await people.putMember({ accountId: 'account-a', personId: 'person-Ada', role: 'owner' });
        await people.putMember({ accountId: 'account-b', personId: 'person-Bob', role: 'editor' });
        await people.putMember({ accountId: 'account-a', personId: 'person-Bob', role: 'editor' });
        await sessions.insert(session('s', { personId: 'person-Bob' }));
      });
      const { people } = store;
      assert.deepEqual(
        (await people.membersOf('account-a')).map((member) => [member.person.name, member.role]),
        [
          ['Ada', 'owner'],
          ['Bob', 'editor'],
        ],
      );
      assert.deepEqual(await people.member('account-b', 'person-Bob'), {
        accountId: 'account-b',
        personId: 'person-Bob',
        role: 'editor',
      });
      assert.equal(await people.member('account-b', 'person-Ada'), undefined);
      const remove = () =>
        store.transact('instance', (tx) => tx.people.deleteMember('account-a', 'person-Bob'));
      assert.deepEqual([await remove(), await remove()], [true, false]);
      assert.equal((await people.membershipsOf('person-Bob')).length, 1);
      await store.transact('instance', (tx) => tx.people.delete('person-Bob'));
      assert.deepEqual(await people.membershipsOf('person-Bob'), []);
      assert.deepEqual(await store.sessions.ofPerson('person-Bob'), []);
      assert.equal(await people.byId('person-Bob'), undefined);
    });

    test('sessions are found by their hash, listed by their last use, and ended one by one or together', async (t) => {
      const store = await open(t);
      await store.transact('instance', async ({ sessions }) => {
        for (const [i, id] of ['a', 'b', 'c', 'd'].entries()) {
          await sessions.insert(session(id, { seenAt: 100 + i }));
        }
        await sessions.insert(session('other', { personId: 'person-Bob', seenAt: 100 }));
        await sessions.setSeen('a', 200);
      });
      const ids = async () => (await store.sessions.ofPerson('person-Ada')).map(({ id }) => id);
      assert.deepEqual(await store.sessions.byLookup('lookup of b'), session('b', { seenAt: 101 }));
      assert.equal(await store.sessions.byLookup('lookup of z'), undefined);
      assert.deepEqual(await ids(), ['a', 'd', 'c', 'b']);
      const removed = await store.transact('instance', async ({ sessions }) => [
        await sessions.delete('person-Bob', 'c'),
        await sessions.delete('person-Ada', 'c'),
      ]);
      assert.deepEqual(removed, [false, true]);
      await store.transact('instance', ({ sessions }) => sessions.deleteUnused(102));
      assert.deepEqual(await ids(), ['a', 'd']);
      assert.equal(await store.sessions.byLookup('lookup of other'), undefined);
      await store.transact('instance', ({ sessions }) => sessions.deleteAll('person-Ada', 'd'));
      assert.deepEqual(await ids(), ['d']);
      await store.transact('instance', ({ sessions }) => sessions.deleteAll('person-Ada'));
      assert.deepEqual(await ids(), []);
    });

    test('links are read as written, used, replaced, withdrawn and purged', async (t) => {
      const store = await open(t);
      const { links } = store;
      const reset = link('r', { purpose: 'reset', accountId: null, role: null, personId: 'person-Ada' });
      await store.transact('instance', async (tx) => {
        await tx.links.insert(link('old', { createdAt: 1 }));
        await tx.links.insert(link('new', { createdAt: 9, email: 'b@x.org' }));
        await tx.links.insert(link('elsewhere', { accountId: 'account-b' }));
        await tx.links.insert(link('setup', { purpose: 'setup', accountId: null, expiresAt: null }));
        await tx.links.insert(reset);
        await tx.links.insert({ ...reset, id: 'r2', lookup: 'r2', personId: 'person-Bob' });
      });
      assert.deepEqual(await links.byLookup('lookup of r'), reset);
      const open_ = async () => (await links.openInvitations('account-a')).map(({ id }) => id);
      assert.deepEqual(await open_(), ['new', 'old']);
      await store.transact('instance', async (tx) => {
        await tx.links.use('new', 50);
        await tx.links.deleteUnused('reset', 'person-Ada');
      });
      assert.equal((await links.byLookup('lookup of new'))?.usedAt, 50);
      assert.deepEqual(await open_(), ['old']);
      assert.equal(await links.byLookup('lookup of r'), undefined);
      assert.notEqual(await links.byLookup('r2'), undefined);
      const withdraw = (account: string) =>
        store.transact('instance', (tx) => tx.links.deleteInvitation(account, 'old'));
      assert.deepEqual(
        [await withdraw('account-b'), await withdraw('account-a'), await withdraw('account-a')],
        [false, true, false],
      );
      await store.transact('instance', (tx) => tx.links.forget(51));
      assert.equal(await links.byLookup('lookup of new'), undefined);
      assert.notEqual(await links.byLookup('lookup of elsewhere'), undefined);
      await store.transact('instance', (tx) => tx.links.forget(1_800_000_000_000));
      assert.equal(await links.byLookup('lookup of elsewhere'), undefined);
      // A link without expiry is purged only after it was used or replaced.
      assert.notEqual(await links.byLookup('lookup of setup'), undefined);
    });

    test('audit entries are listed newest first, by account, on request with those of the instance', async (t) => {
      const store = await open(t);
      for (const accountId of ['account-a', 'account-b', null, 'account-a']) {
        await store.transact('instance', ({ audit }) => audit.insert(line({ accountId, personId: null })));
      }
      const numbers = async (account: string, andInstance: boolean, window = all) => {
        const { total, results } = await store.audit.page(account, andInstance, window);
        return [total, results.map(({ number }) => number)];
      };
      assert.deepEqual(await numbers('account-a', false), [2, [4, 1]]);
      assert.deepEqual(await numbers('account-a', true), [3, [4, 3, 1]]);
      assert.deepEqual(await numbers('account-a', true, { offset: 1, limit: 1 }), [3, [3]]);
      const { results } = await store.audit.page('account-b', false, all);
      assert.deepEqual(results, [{ ...line({ accountId: 'account-b', personId: null }), number: 2 }]);
      await store.transact('instance', ({ audit }) => audit.prune(2));
      assert.deepEqual(await numbers('account-a', true), [2, [4, 3]]);
    });

    test('an entry is merged into the newest one only if it has the same subject and is recent', async (t) => {
      const store = await open(t);
      const addTo = (more: Partial<NewAudit>, since = 0) =>
        store.transact('instance', ({ audit }) => audit.addTo(line(more), since));
      assert.equal(await addTo({}), false);
      await store.transact('instance', ({ audit }) => audit.insert(line()));
      for (const more of [
        { accountId: 'account-b' },
        { personId: null },
        { action: 'x' },
        { subject: 'x' },
        { detail: 'x' },
      ]) {
        assert.equal(await addTo(more), false);
      }
      assert.equal(await addTo({}, 1001), false);
      assert.equal(await addTo({ count: 99, at: 1500 }, 1000), true);
      const { results } = await store.audit.page('account-a', false, all);
      assert.deepEqual(results, [{ ...line({ count: 100, at: 1500 }), number: 1 }]);
    });

    test('unconfirmed fields keep their first time, are confirmed by name or all at once, and deleted with the engine', async (t) => {
      const store = await open(t);
      const engine = await engineOf(store, 'books');
      await store.transact({ engine: engine.id }, async ({ unconfirmed }) => {
        await unconfirmed.add(engine.id, ['b', 'a'], 10);
        await unconfirmed.add(engine.id, ['a', 'c'], 20);
        await unconfirmed.add(engine.id + 1, ['a'], 10);
        await unconfirmed.add(engine.id, [], 30);
      });
      const names = async (id = engine.id) =>
        (await store.unconfirmed.of(id)).map(({ name, addedAt }) => `${name} ${addedAt}`);
      assert.deepEqual(await names(), ['a 10', 'b 10', 'c 20']);
      await store.transact({ engine: engine.id }, ({ unconfirmed }) => unconfirmed.confirm(engine.id, []));
      await store.transact({ engine: engine.id }, ({ unconfirmed }) =>
        unconfirmed.confirm(engine.id, ['a', 'nobody']),
      );
      assert.deepEqual(await names(), ['b 10', 'c 20']);
      await store.transact('instance', ({ unconfirmed }) => unconfirmed.confirm(engine.id));
      assert.deepEqual(await names(), []);
      assert.deepEqual(await names(engine.id + 1), ['a 10']);
      await store.transact({ engine: engine.id }, async ({ unconfirmed, engines }) => {
        await unconfirmed.add(engine.id, ['b'], 10);
        await engines.delete(engine.id);
      });
      assert.equal(
        await store.transact({ engine: engine.id }, ({ engines }) => engines.purge(engine.id, 10)),
        true,
      );
      assert.deepEqual(await names(), []);
    });

    test('the figures of an engine match its documents', async (t) => {
      const store = await open(t);
      const engine = await engineOf(store, 'books');
      const other = await engineOf(store, 'other');
      const figures = async () => (await store.engines.figures([engine.id, 999])).get(engine.id);
      assert.deepEqual(await figures(), { documentBytes: 0, changedAt: 7 });
      assert.equal((await store.engines.figures([])).size, 0);
      const before = Date.now();
      const put = (...jsons: string[]) =>
        store.transact('instance', ({ documents }) =>
          documents.put(
            engine.id,
            jsons.map((json, i) => ({ id: `${i}`, json })),
          ),
        );
      await put('{"a":"é"}', '{}');
      assert.equal((await figures())?.documentBytes, 12);
      assert.ok(((await figures())?.changedAt ?? 0) >= before);
      await put('{"a":"longer"}');
      assert.equal((await figures())?.documentBytes, 16);
      await store.transact({ engine: engine.id }, ({ documents }) =>
        documents.delete(engine.id, ['1', '1', 'nobody']),
      );
      assert.equal((await figures())?.documentBytes, 14);
      assert.equal((await store.engines.figures([other.id])).get(other.id)?.documentBytes, 0);
    });
  });
}
