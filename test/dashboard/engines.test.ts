import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { EngineItem } from '../../src/dashboard-api/types.ts';
import { sharedDashboard, startDashboard } from '../support/dashboard.ts';

suite('engines in the dashboard', () => {
  test('are listed with counts, sizes and times', async (t) => {
    const { owner, service } = await startDashboard(t);
    const empty = await service.engine();
    const full = await service.engine({ schema: { year: 'number' } });
    const documents = [
      { id: 'a', year: 1 },
      { id: 'b', title: 'Ünïcode' },
    ];
    const before = Date.now();
    await service.call('POST', `/engines/${full}/documents`, { body: documents });
    const list = await owner.account('GET', '/engines');
    assert.deepEqual(list.json.meta.page, { current: 1, total_pages: 1, total_results: 2, size: 25 });
    const [first, second] = list.json.results as [EngineItem, EngineItem];
    assert.deepEqual([first.name, second.name], [empty, full]);
    assert.deepEqual([first.document_count, first.field_count, first.document_bytes], [0, 0, 0]);
    assert.equal(first.changed_at, first.created_at);
    assert.deepEqual(
      [second.document_count, second.field_count, second.unconfirmed_count, second.reindexing, second.sample],
      [2, 2, 1, false, false],
    );
    assert.equal(second.document_bytes, Buffer.byteLength('{"year":1}{"title":"Ünïcode"}'));
    assert.ok(Date.parse(second.changed_at) >= before);

    const paged = await owner.account('GET', '/engines?page[current]=2&page[size]=1');
    assert.deepEqual(
      [paged.json.meta.page.total_pages, paged.json.results.map(({ name }: EngineItem) => name)],
      [2, [full]],
    );
  });

  test('have a size that changes with every write', async (t) => {
    const { owner, service } = await startDashboard(t);
    const engine = await service.engine();
    const path = `/engines/${engine}/documents`;
    const bytes = async () => (await owner.account('GET', `/engines/${engine}/overview`)).json.document_bytes;
    await service.call('POST', path, {
      body: [
        { id: 'a', t: 'x'.repeat(100) },
        { id: 'b', t: 'é' },
      ],
    });
    assert.equal(await bytes(), 108 + 10);
    await service.call('POST', path, { body: [{ id: 'a', t: 'y' }] });
    assert.equal(await bytes(), 9 + 10);
    await service.call('PATCH', path, { body: [{ id: 'b', u: 'z' }] });
    assert.equal(await bytes(), 9 + 18);
    await service.call('DELETE', path, { body: ['b', 'nobody'] });
    assert.equal(await bytes(), 9);
    await service.restart();
    assert.equal(await bytes(), 9);
  });

  test('have an overview with schema, version and reindex state', async () => {
    const { owner, service } = await sharedDashboard();
    const engine = await service.engine({ schema: { year: 'number' } });
    const { json } = await owner.account('GET', `/engines/${engine}/overview`);
    assert.deepEqual(json.schema, { year: 'number' });
    assert.equal(json.reindex.state, 'idle');
    assert.equal(json.reindex.last_job.state, 'finished');
    assert.deepEqual(json.reindex, (await service.call('GET', `/engines/${engine}/schema/reindex`)).json);
  });

  test('get the same responses from the dashboard API as from the public one, errors included', async () => {
    const { owner, service } = await sharedDashboard();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
    for (const [method, path, body] of [
      ['GET', '/engines', undefined],
      ['GET', `/engines/${engine}`, undefined],
      ['GET', `/engines/${engine}/documents/list?page[size]=5`, undefined],
      ['GET', `/engines/${engine}/documents?ids[]=a&ids[]=b`, undefined],
      ['GET', `/engines/${engine}/schema`, undefined],
      ['POST', `/engines/${engine}/schema`, { Bad: 'integer' }],
      ['POST', `/engines/${engine}/schema?dry_run=true`, { title: 'number' }],
      ['POST', `/engines/${engine}/documents`, '{'],
      ['POST', `/engines/${engine}/documents`, [{ id: 'x', title: { a: 1 } }]],
      ['POST', '/engines', { name: 'No Good' }],
      ['GET', `/engines/${engine}/schema/reindex/failures?job=99`, undefined],
      ['POST', `/engines/${engine}/search`, { query: 'dune', nonsense: 1 }],
    ] as const) {
      const here = await owner.data(method, path, { body });
      const there = await service.call(method, path, { body });
      assert.deepEqual([here.status, here.json], [there.status, there.json], `${method} ${path}`);
    }
    const search = { query: 'dune' };
    const here = await owner.data('POST', `/engines/${engine}/search`, { body: search });
    assert.equal(here.json.results[0].id.raw, 'a');
    assert.equal(here.json.meta.request_id, here.headers.get('x-request-id'));
  });

  test('report progress as an event stream', async () => {
    const { owner, service } = await sharedDashboard();
    const engine = await service.engine();
    const answer = await owner.data('GET', `/engines/${engine}/schema/reindex`, {
      headers: { accept: 'text/event-stream' },
    });
    assert.match(answer.headers.get('content-type') ?? '', /^text\/event-stream/);
    assert.match(answer.text, /^event: end$/m);
  });
});

suite('fields that documents add', () => {
  test('can be confirmed by name, all at once, or by posting them', async (t) => {
    const { owner, service } = await startDashboard(t);
    const engine = await service.engine({ schema: { title: 'text' } });
    const path = `/engines/${engine}`;
    const waiting = async () =>
      (await owner.account('GET', `${path}/overview`)).json.unconfirmed_fields.map(
        ({ name }: { name: string }) => name,
      );
    assert.deepEqual(await waiting(), []);
    await service.call('POST', `${path}/documents`, { body: { id: 'a', title: 'x', one: '1', two: '2' } });
    await service.call('PATCH', `${path}/documents`, { body: { id: 'a', three: '3', four: '4' } });
    assert.deepEqual((await waiting()).toSorted(), ['four', 'one', 'three', 'two']);

    await service.call('POST', `${path}/schema`, { body: { one: 'number' } });
    assert.deepEqual((await waiting()).toSorted(), ['four', 'three', 'two']);
    await service.settled(engine);
    // A rejected change confirms nothing.
    await service.call('POST', `${path}/schema`, { body: { two: 'integer' } });
    await service.call('POST', `${path}/schema?dry_run`, { body: { two: 'number' } });
    assert.deepEqual((await waiting()).toSorted(), ['four', 'three', 'two']);
    // Posting the current type confirms it.
    await service.call('POST', `${path}/schema`, { body: { two: 'text' } });
    assert.deepEqual((await waiting()).toSorted(), ['four', 'three']);
    await service.restart();
    const body = { fields: ['three', 'nonsense'] };
    const confirmed = await owner.account('POST', `${path}/schema/confirm`, { body });
    assert.deepEqual(
      confirmed.json.unconfirmed_fields.map(({ name }: { name: string }) => name),
      ['four'],
    );
    await owner.account('POST', `${path}/schema/confirm`);
    assert.deepEqual(await waiting(), []);
    const wrong = await owner.account('POST', `${path}/schema/confirm`, { body: { fields: 'four' } });
    assert.deepEqual([wrong.status, wrong.json], [400, { errors: ['Fields must be an array of strings'] }]);
  });

  test('are deleted with their engine', async () => {
    const { owner, service } = await sharedDashboard();
    const engine = await service.engine({ documents: [{ id: 'a', title: 'x' }] });
    await service.call('DELETE', `/engines/${engine}`);
    await service.call('POST', '/engines', { body: { name: engine } });
    const { json } = await owner.account('GET', `/engines/${engine}/overview`);
    assert.deepEqual(json.unconfirmed_fields, []);
  });
});

suite('samples', () => {
  test('of earthquakes have dates, locations and magnitudes that fit their types', async () => {
    const { owner, service } = await sharedDashboard();
    const made = await owner.account('POST', '/samples', { body: { sample: 'earthquakes' } });
    assert.deepEqual(
      [made.status, made.json.name, made.json.document_count, made.json.unconfirmed_count],
      [200, 'earthquakes-demo', 200, 0],
    );
    const path = '/engines/earthquakes-demo';
    const schema = (await service.call('GET', `${path}/schema`)).json;
    assert.deepEqual(
      [schema.time, schema.location, schema.magnitude, schema.place],
      ['date', 'geolocation', 'number', 'text'],
    );
    for (const current of [1, 2]) {
      const { json } = await service.call('GET', `${path}/documents/list?page[current]=${current}`);
      for (const quake of json.results) {
        assert.deepEqual(Object.keys(quake), ['id', ...Object.keys(schema)]);
        assert.ok(
          Object.values(quake).every((value) => value !== null && value !== ''),
          quake.id,
        );
      }
    }
    const found = await service.call('POST', `${path}/search`, {
      body: {
        query: 'japan',
        filters: { magnitude: { from: 4 }, location: { center: '36,140', distance: 2000, unit: 'km' } },
        sort: { time: 'desc' },
      },
    });
    assert.ok(found.json.results.length > 0);
  });

  test('can be created under any free name, and there are two of them', async () => {
    const { owner } = await sharedDashboard();
    const body = { sample: 'national-parks', name: 'parks' };
    const made = await owner.account('POST', '/samples', { body });
    assert.deepEqual(
      [made.status, made.json.name, made.json.document_count, made.json.sample],
      [200, 'parks', 63, true],
    );
    const again = await owner.account('POST', '/samples', { body });
    assert.deepEqual([again.status, again.json], [400, { errors: ['Name is already taken'] }]);
    const bad = await owner.account('POST', '/samples', { body: { ...body, name: 'No Good' } });
    assert.equal(bad.status, 400);
    for (const sample of [undefined, 'toString', 7]) {
      const answer = await owner.account('POST', '/samples', { body: { sample } });
      assert.deepEqual(answer.json.errors, ['Sample must be national-parks or earthquakes']);
    }
  });
});

test('searches in the dashboard are not recorded: it has no click endpoint', async () => {
  const { owner, service } = await sharedDashboard();
  const engine = await service.engine({ documents: [{ id: 'a', title: 'Dune' }] });
  const body = { query: 'dune', document_id: 'a' };
  const answer = await owner.data('POST', `/engines/${engine}/click`, { body });
  assert.equal(answer.status, 404);
});
