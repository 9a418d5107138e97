import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type Browser, sharedDashboard } from '../support/dashboard.ts';
import type { Answer } from '../support/service.ts';

const CHANGED = ['Someone else changed this in the meantime. Nothing was saved.'];

const tagOf = (answer: Answer): string => {
  assert.equal(answer.status, 200, answer.text);
  const tag = answer.headers.get('etag');
  assert.ok(tag, 'there is a version');
  return tag;
};
const ifMatch = (tag: string) => ({ headers: { 'if-match': tag } });

let joined: Promise<Browser> | undefined;

/** Two people in the same account, with an engine. */
async function two() {
  const dashboard = await sharedDashboard();
  const engine = await dashboard.service.engine({ documents: [{ id: 'dune', title: 'Dune', year: '1965' }] });
  joined ??= dashboard.join('Olga', 'owner');
  const olga = await joined;
  return { ...dashboard, ada: dashboard.owner, olga, path: `/engines/${engine}` };
}

suite('the second of two concurrent edits gets a conflict with the current version', () => {
  test('a document', async () => {
    const { service, ada, olga, path } = await two();
    const read = (browser: Browser) => browser.data('GET', `${path}/documents?ids[]=dune`);
    const seen = tagOf(await read(ada));
    assert.equal(tagOf(await read(olga)), seen);
    const first = { id: 'dune', title: 'Dune', year: '1966' };
    const saved = await olga.data('POST', `${path}/documents`, { body: first, ...ifMatch(seen) });
    assert.deepEqual([saved.status, saved.json], [200, [{ id: 'dune', errors: [] }]]);

    for (const [method, body] of [
      ['POST', { id: 'dune', title: 'Doom' }],
      ['PATCH', [{ id: 'dune', title: 'Doom' }]],
      ['DELETE', ['dune']],
    ] as const) {
      const late = await ada.data(method, `${path}/documents`, { body, ...ifMatch(seen) });
      assert.deepEqual(
        [late.status, late.json.errors, late.json.current],
        [409, CHANGED, first],
        `${method}: ${late.text}`,
      );
      assert.equal(`"${late.json.version}"`, tagOf(await read(ada)));
    }
    assert.deepEqual((await service.call('GET', `${path}/documents?ids[]=dune`)).json, [first]);
    const now = tagOf(await read(ada));
    const patched = await ada.data('PATCH', `${path}/documents`, {
      body: [{ id: 'dune', title: 'Doom' }],
      ...ifMatch(now),
    });
    assert.equal(patched.status, 200);
    // A compressing proxy makes the tag weak; the version is still the same.
    const weak = await ada.data('DELETE', `${path}/documents`, {
      body: ['dune'],
      ...ifMatch(`W/${tagOf(await read(ada))}`),
    });
    assert.deepEqual(weak.json, [{ id: 'dune', deleted: true }]);
  });

  test('a document that was deleted, and one that was restored', async () => {
    const { service, ada, olga, path } = await two();
    const read = (browser: Browser) => browser.data('GET', `${path}/documents?ids[]=dune`);
    const seen = tagOf(await read(ada));
    await olga.data('DELETE', `${path}/documents`, { body: ['dune'] });
    const late = await ada.data('PATCH', `${path}/documents`, {
      body: { id: 'dune', title: 'Doom' },
      ...ifMatch(seen),
    });
    assert.deepEqual([late.status, late.json.current, late.json.version], [409, null, '0']);
    // Undoing a deletion must not overwrite a document that was created meanwhile.
    assert.equal(tagOf(await read(olga)), '"0"');
    await service.call('POST', `${path}/documents`, { body: { id: 'dune', title: 'new' } });
    const undone = await olga.data('POST', `${path}/documents`, {
      body: { id: 'dune', title: 'Dune' },
      ...ifMatch('"0"'),
    });
    assert.deepEqual([undone.status, undone.json.current.title], [409, 'new']);
  });

  test('a version belongs to one document', async () => {
    const { ada, path } = await two();
    const message = { errors: ['If-Match can only be used with a single document'] };
    for (const [method, body] of [
      ['POST', [{ id: 'a' }, { id: 'b' }]],
      ['POST', [{ title: 'without id' }]],
      ['DELETE', ['a', 'b']],
    ] as const) {
      const answer = await ada.data(method, `${path}/documents`, { body, ...ifMatch('"1"') });
      assert.deepEqual([answer.status, answer.json], [400, message]);
    }
    const many = await ada.data('GET', `${path}/documents?ids[]=dune&ids[]=emma`);
    assert.deepEqual([many.status, many.headers.get('etag')], [200, null]);
  });

  test('the schema, dry runs included', async () => {
    const { service, ada, olga, path } = await two();
    const seen = tagOf(await ada.data('GET', `${path}/schema`));
    const overview = await ada.account('GET', `${path}/overview`);
    assert.equal(`"${overview.json.schema_version}"`, seen);
    const saved = await olga.data('POST', `${path}/schema`, { body: { year: 'number' }, ...ifMatch(seen) });
    assert.equal(saved.status, 200);
    await service.settled(path.split('/')[2] as string);
    for (const query of ['', '?dry_run=true']) {
      const late = await ada.data('POST', `${path}/schema${query}`, {
        body: { year: 'date' },
        ...ifMatch(seen),
      });
      assert.deepEqual([late.status, late.json.current], [409, { title: 'text', year: 'number' }]);
    }
    assert.equal((await service.call('GET', `${path}/schema`)).json.year, 'number');
    // Documents with a new field change the schema too.
    const before = tagOf(await ada.data('GET', `${path}/schema`));
    await service.call('POST', `${path}/documents`, { body: { id: 'x', fresh: 'y' } });
    const late = await ada.data('POST', `${path}/schema`, { body: { year: 'text' }, ...ifMatch(before) });
    assert.equal(late.status, 409);
  });

  test('a key, even if it was deleted and created again under the same name', async () => {
    const { service, ada, olga } = await two();
    const key = '/credentials/shop';
    await ada.data('POST', '/credentials', { body: { name: 'shop', type: 'search' } });
    const seen = tagOf(await ada.data('GET', key));
    const changed = await olga.data('PUT', key, { body: { engines: ['engine-1'] }, ...ifMatch(seen) });
    assert.equal(changed.status, 200);
    const late = await ada.data('PUT', key, { body: { access_all_engines: true }, ...ifMatch(seen) });
    assert.deepEqual([late.status, late.json.current], [409, changed.json]);
    assert.equal((await ada.data('DELETE', key, ifMatch(seen))).status, 409);

    const second = tagOf(await ada.data('GET', key));
    await olga.data('DELETE', key, ifMatch(second));
    const gone = await ada.data('PUT', key, { body: {}, ...ifMatch(second) });
    assert.deepEqual([gone.status, gone.json.current], [409, null]);
    await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: 'shop', type: 'search', engines: ['engine-1'] },
    });
    assert.equal((await ada.data('DELETE', key, ifMatch(second))).status, 409);
  });

  test('an engine that was deleted and created again', async () => {
    const { ada, olga, path } = await two();
    const seen = tagOf(await ada.data('GET', path));
    await olga.data('DELETE', path, ifMatch(seen));
    const gone = await ada.data('DELETE', path, ifMatch(seen));
    assert.deepEqual([gone.status, gone.json], [404, { errors: ['Could not find engine.'] }]);
    await olga.data('POST', '/engines', { body: { name: path.split('/')[2] } });
    assert.equal((await ada.data('DELETE', path, ifMatch(seen))).status, 409);
    assert.equal((await ada.data('GET', path)).status, 200);
  });

  test('a synonym set', async () => {
    const { service, ada, olga, path } = await two();
    const { json: made } = await service.call('POST', `${path}/synonyms`, { body: { synonyms: ['a', 'b'] } });
    const set = `${path}/synonyms/${made.id}`;
    const seen = tagOf(await ada.data('GET', set));
    const body = { synonyms: ['a', 'c'] };
    assert.equal((await olga.data('PUT', set, { body, ...ifMatch(seen) })).status, 200);
    for (const method of ['PUT', 'DELETE']) {
      const late = await ada.data(method, set, { body: { synonyms: ['a', 'd'] }, ...ifMatch(seen) });
      assert.deepEqual(
        [late.status, late.json.errors, late.json.current],
        [409, CHANGED, { id: made.id, ...body }],
      );
    }
    assert.deepEqual((await service.call('GET', set)).json.synonyms, ['a', 'c']);
    await service.call('DELETE', set);
    const gone = await ada.data('PUT', set, { body, ...ifMatch(seen) });
    assert.deepEqual([gone.status, gone.json.current], [409, null]);
  });

  test('a configuration', async () => {
    const { service, ada, olga, path } = await two();
    const seen = tagOf(await ada.data('GET', `${path}/configuration`));
    const body = { version: 1, search_settings: { precision: 4 } };
    assert.equal((await olga.data('PUT', `${path}/configuration`, { body, ...ifMatch(seen) })).status, 200);
    const late = await ada.data('PUT', `${path}/configuration`, {
      body: { version: 1, synonyms: [] },
      ...ifMatch(seen),
    });
    assert.deepEqual([late.status, late.json.errors], [409, CHANGED]);
    assert.deepEqual(late.json.current, (await service.call('GET', `${path}/configuration`)).json);
    const restored = await ada.data('POST', `${path}/configuration/versions/1/restore`, ifMatch(seen));
    assert.equal(restored.status, 409);
  });

  test('a curation', async () => {
    const { service, ada, olga, path } = await two();
    const { json: made } = await service.call('POST', `${path}/curations`, {
      body: { queries: ['sand'], promoted: ['dune'] },
    });
    const curation = `${path}/curations/${made.id}`;
    const seen = tagOf(await ada.data('GET', curation));
    const body = { queries: ['sand', 'spice'], promoted: [], hidden: ['dune'] };
    assert.equal((await olga.data('PUT', curation, { body, ...ifMatch(seen) })).status, 200);
    for (const method of ['PUT', 'DELETE']) {
      const late = await ada.data(method, curation, {
        body: { queries: ['sand'], promoted: ['dune'] },
        ...ifMatch(seen),
      });
      assert.deepEqual(
        [late.status, late.json.errors, late.json.current],
        [409, CHANGED, { id: made.id, ...body }],
      );
    }
    assert.deepEqual((await service.call('GET', curation)).json, { id: made.id, ...body });
    await service.call('DELETE', curation);
    const gone = await ada.data('PUT', curation, { body, ...ifMatch(seen) });
    assert.deepEqual([gone.status, gone.json.current], [409, null]);
  });

  test('the judgements of a query', async () => {
    const { service, ada, olga, path } = await two();
    const judgements = `${path}/relevance/judgements`;
    const body = (query: string, grade: number) => ({
      judgements: [{ query, document_id: 'dune', grade }],
    });
    const read = (browser: Browser, query: string) => browser.data('GET', `${judgements}?query=${query}`);
    const seen = tagOf(await read(ada, 'sand'));
    assert.equal(seen, '"0"', 'it has none');
    const saved = await olga.data('PUT', judgements, { body: body('Sand', 3), ...ifMatch(seen) });
    assert.deepEqual([saved.status, saved.json], [200, { judgements: 1, queries: 1 }]);
    const { json: current } = await service.call('GET', `${judgements}?page[size]=1000`);
    for (const [method, sent] of [
      ['PUT', body('sand', 1)],
      ['DELETE', { query: ' SAND ' }],
      ['DELETE', { judgements: [{ query: 'sand', document_id: 'dune' }] }],
    ] as const) {
      const late = await ada.data(method, judgements, { body: sent, ...ifMatch(seen) });
      assert.deepEqual([late.status, late.json.errors, late.json.current], [409, CHANGED, current]);
      assert.equal(`"${late.json.version}"`, tagOf(await read(ada, 'sand')));
    }
    // Other queries have other versions.
    const spice = tagOf(await read(ada, 'spice'));
    const now = tagOf(await read(ada, 'sand'));
    await olga.data('PUT', judgements, { body: body('spice', 2), ...ifMatch(spice) });
    assert.equal(tagOf(await read(ada, 'sand')), now);
    const deleted = await ada.data('DELETE', judgements, { body: { query: 'sand' }, ...ifMatch(now) });
    assert.deepEqual(deleted.json, { deleted: 1 });
    assert.equal(tagOf(await read(ada, 'sand')), '"0"');
  });

  test('a version belongs to the judgements of one query', async () => {
    const { ada, path } = await two();
    const judgements = `${path}/relevance/judgements`;
    const grade = (query: string) => ({ query, document_id: 'dune', grade: 1 });
    assert.equal((await ada.data('GET', judgements)).headers.get('etag'), null, 'a list has none');
    for (const [method, body] of [
      ['PUT', { judgements: [grade('sand'), grade('spice')] }],
      ['DELETE', { judgements: [grade('sand'), grade('spice')] }],
      ['DELETE', { all: true }],
    ] as const) {
      const answer = await ada.data(method, judgements, { body, ...ifMatch('"0"') });
      const errors = ['If-Match can only be used with the judgements of a single query'];
      assert.deepEqual([answer.status, answer.json], [400, { errors }]);
    }
    const bad = await ada.data('PUT', judgements, { body: { judgements: [{}] }, ...ifMatch('"0"') });
    assert.equal(bad.status, 400);
  });

  test('the settings of adaptive relevance', async () => {
    const { ada, olga, path } = await two();
    const settings = `${path}/adaptive_relevance/settings`;
    const seen = tagOf(await ada.data('GET', settings));
    const change = (timeframe: number) => ({ body: { curation: { timeframe } }, ...ifMatch(seen) });
    assert.equal((await olga.data('PUT', settings, change(30))).status, 200);
    const late = await ada.data('PUT', settings, change(9));
    assert.deepEqual(
      [late.status, late.json.errors, late.json.current.curation.timeframe],
      [409, CHANGED, 30],
    );
  });

  test('the search settings, also against a reset', async () => {
    const { service, ada, olga, path } = await two();
    const settings = `${path}/search_settings`;
    const seen = tagOf(await ada.data('GET', settings));
    assert.equal(tagOf(await olga.data('GET', settings)), seen);
    const saved = await olga.data('PUT', settings, { body: { precision: 5 }, ...ifMatch(seen) });
    assert.equal(saved.status, 200);
    for (const [method, url, body] of [
      ['PUT', settings, { precision: 7 }],
      ['POST', `${settings}/reset`, undefined],
    ] as const) {
      const late = await ada.data(method, url, { body, ...ifMatch(seen) });
      assert.deepEqual([late.status, late.json.errors, late.json.current], [409, CHANGED, saved.json]);
      assert.equal(`"${late.json.version}"`, tagOf(await ada.data('GET', settings)));
    }
    // New fields change the defaults, not the settings.
    const now = tagOf(await ada.data('GET', settings));
    await service.call('POST', `${path}/documents`, { body: { id: 'x', fresh: 'y' } });
    assert.equal(tagOf(await ada.data('GET', settings)), now);
    assert.equal((await ada.data('POST', `${settings}/reset`, ifMatch(now))).json.precision, 2);
    assert.equal(tagOf(await ada.data('GET', settings)), seen);
  });

  test('log settings', async () => {
    const { ada, olga } = await two();
    const settings = '/log_settings';
    const seen = tagOf(await ada.data('GET', settings));
    const body = { api: { retention_days: 5 } };
    const saved = await olga.data('PUT', settings, { body, ...ifMatch(seen) });
    assert.equal(saved.status, 200);
    for (const method of ['PUT', 'PATCH', 'DELETE']) {
      const late = await ada.data(method, settings, { body: {}, ...ifMatch(seen) });
      assert.deepEqual([late.status, late.json.errors, late.json.current], [409, CHANGED, saved.json]);
    }
    const now = tagOf(await ada.data('GET', settings));
    assert.equal((await ada.data('DELETE', settings, ifMatch(now))).json.api.retention_days, 7);
  });

  test('of many concurrent edits exactly one is saved', async () => {
    const { service, ada, olga, path } = await two();
    const seen = tagOf(await ada.data('GET', `${path}/documents?ids[]=dune`));
    const answers = await Promise.all(
      Array.from({ length: 10 }, (_, i) =>
        (i % 2 === 0 ? ada : olga).data('POST', `${path}/documents`, {
          body: { id: 'dune', title: `by ${i}` },
          ...ifMatch(seen),
        }),
      ),
    );
    const saved = answers.flatMap(({ status }, i) => (status === 200 ? [`by ${i}`] : []));
    assert.equal(saved.length, 1);
    assert.ok(answers.every(({ status }) => status === 200 || status === 409));
    const { json } = await service.call('GET', `${path}/documents?ids[]=dune`);
    assert.equal(json[0].title, saved[0]);
  });
});

suite('versions', () => {
  test('that cannot be parsed match nothing', async () => {
    const { ada, path } = await two();
    for (const tag of ['nonsense', '', '*', '"a", "b"', '"']) {
      const late = await ada.data('POST', `${path}/schema`, { body: { year: 'number' }, ...ifMatch(tag) });
      assert.equal(late.status, 409, tag);
    }
  });

  test('are ignored by the public API, where the last write wins', async () => {
    const { service, path } = await two();
    const read = await service.call('GET', `${path}/documents?ids[]=dune`);
    assert.equal(read.headers.get('etag'), null);
    const body = { id: 'dune', title: 'Doom' };
    const saved = await service.call('POST', `${path}/documents`, { body, ...ifMatch('"nonsense"') });
    assert.equal(saved.status, 200);
  });
});
