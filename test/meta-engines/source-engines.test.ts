import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { startTestService, type TestService } from '../support/service.ts';
import { sharedService } from '../support/shared-service.ts';

let made = 0;
const create = (service: TestService, sources: unknown, more: object = {}) =>
  service.call('POST', '/engines', {
    body: { name: `meta-${++made}`, type: 'meta', source_engines: sources, ...more },
  });

/** A meta engine over new engines with these numbers of documents. */
async function metaOver(service: TestService, ...counts: number[]) {
  const sources: string[] = [];
  for (const count of counts) {
    const documents = Array.from({ length: count }, (_, n) => ({ id: `${n}`, title: `Book ${n}` }));
    sources.push(await service.engine({ documents }));
  }
  const { json } = await create(service, sources);
  return { name: json.name as string, sources };
}

suite('creating a meta engine', () => {
  test('answers with its sources and the sum of their documents, and without language and settings', async () => {
    const service = await sharedService();
    const books = await service.engine({ documents: [{ id: '1' }, { id: '2' }] });
    const comics = await service.engine({ documents: [{ id: '1' }] });
    const { status, json } = await create(service, [comics, books]);
    const expected = {
      name: `meta-${made}`,
      type: 'meta',
      source_engines: [comics, books],
      document_count: 3,
    };
    assert.deepEqual({ status, json }, { status: 200, json: expected });
    assert.deepEqual((await service.call('GET', `/engines/${expected.name}`)).json, expected);
    // Other tests have engines in the same account, so it may be on any page.
    let listed: object | undefined;
    for (let page = 1, pages = 1; listed === undefined && page <= pages; page++) {
      const { results, meta } = (await service.call('GET', `/engines?page[current]=${page}`)).json;
      listed = results.find(({ name }: { name: string }) => name === expected.name);
      pages = meta.page.total_pages;
    }
    assert.deepEqual(listed, expected);
  });

  test('takes its sources from the query string as well', async () => {
    const service = await sharedService();
    const books = await service.engine();
    const query = `name=asked&type=meta&source_engines[]=${books}`;
    assert.deepEqual((await service.call('POST', `/engines?${query}`)).json.source_engines, [books]);
  });

  test('counts a source that is named twice once', async () => {
    const service = await sharedService();
    const books = await service.engine();
    assert.deepEqual((await create(service, [books, books])).json.source_engines, [books]);
  });

  test('refuses sources that cannot be searched together', async () => {
    const service = await sharedService();
    const books = await service.engine();
    const { name: meta } = await metaOver(service, 0);
    await service.call('POST', '/engines', { body: { name: 'livres', language: 'fr' } });
    const cases: Array<[unknown, string[]]> = [
      [['nowhere'], ['Source engine not found: nowhere']],
      [
        [books, 'nowhere', meta],
        ['Source engine not found: nowhere', `Meta engines cannot be source engines: ${meta}`],
      ],
      [['x'.repeat(100)], [`Source engine not found: ${'x'.repeat(64)}…`]],
      [[books, 'livres'], [`Source engines must have the same language: ${books} (universal), livres (fr)`]],
      [Array.from({ length: 16 }, (_, n) => `e-${n}`), ['Cannot exceed 15 source engines in a meta engine']],
    ];
    for (const [sources, errors] of cases) {
      const { status, json } = await create(service, sources);
      assert.deepEqual({ status, json }, { status: 400, json: { errors } });
      assert.equal((await service.call('GET', `/engines/meta-${made}`)).status, 404);
    }
    const own = await create(service, ['mirror'], { name: 'mirror' });
    assert.deepEqual(own.json, { errors: ['A meta engine cannot be its own source engine'] });
  });

  test('survives a restart', async (t) => {
    const service = await startTestService(t);
    const { name, sources } = await metaOver(service, 2, 3);
    const before = (await service.call('GET', `/engines/${name}`)).json;
    await service.restart();
    assert.deepEqual((await service.call('GET', `/engines/${name}`)).json, before);
    assert.deepEqual(before.source_engines, sources);
    const found = await service.call('POST', `/engines/${name}/search`, { body: { query: 'book' } });
    assert.equal(found.json.meta.page.total_results, 5);
  });
});

suite('changing the sources of a meta engine', () => {
  test('adds at the end, ignores those that are there, and removes', async () => {
    const service = await sharedService();
    const { name, sources } = await metaOver(service, 1, 2);
    const third = await service.engine({ documents: [{ id: 'x' }] });
    const path = `/engines/${name}/source_engines`;
    const added = await service.call('POST', path, { body: [third, ...sources] });
    assert.deepEqual(added.json, {
      name,
      type: 'meta',
      source_engines: [...sources, third],
      document_count: 4,
    });
    const removed = await service.call('DELETE', path, { body: [sources[0], 'nowhere'] });
    assert.deepEqual(removed.json.source_engines, [sources[1], third]);
    const emptied = await service.call('DELETE', path, { body: { source_engines: [sources[1], third] } });
    assert.deepEqual(emptied.json, { name, type: 'meta', source_engines: [], document_count: 0 });
    const again = await service.call('POST', `${path}?source_engines[]=${third}`);
    assert.deepEqual(again.json.source_engines, [third]);
  });

  test('is refused as a whole if one source is unsuitable', async () => {
    const service = await sharedService();
    const { name, sources } = await metaOver(service, 0);
    const other = await service.engine();
    const { name: otherMeta } = await metaOver(service, 0);
    const path = `/engines/${name}/source_engines`;
    const list = 'Source engines must be an array of engine names';
    const cases: Array<[unknown, string]> = [
      [[other, 'nowhere'], 'Source engine not found: nowhere'],
      [[other, otherMeta], `Meta engines cannot be source engines: ${otherMeta}`],
      [[name], 'A meta engine cannot be its own source engine'],
      [[other, 7], list],
      ['"books"', list],
      [{}, 'Missing required parameter: source_engines'],
      [{ source_engines: null }, 'Missing required parameter: source_engines'],
      [undefined, 'Missing required parameter: source_engines'],
      ['[', 'There was a decoding error. Please ensure your request is valid.'],
    ];
    for (const [body, message] of cases) {
      const { status, json } = await service.call('POST', path, { body });
      assert.deepEqual({ status, json }, { status: 400, json: { errors: [message] } });
    }
    assert.deepEqual((await service.call('GET', `/engines/${name}`)).json.source_engines, sources);
  });

  test('is refused beyond 15 sources', async () => {
    const service = await sharedService();
    const { name } = await metaOver(service, ...Array.from({ length: 15 }, () => 0));
    const other = await service.engine();
    const refused = await service.call('POST', `/engines/${name}/source_engines`, { body: [other] });
    assert.deepEqual(refused.json, { errors: ['Cannot exceed 15 source engines in a meta engine'] });
  });

  test('is refused for an engine that is not a meta engine', async () => {
    const service = await sharedService();
    const [books, comics] = [await service.engine(), await service.engine()];
    for (const method of ['POST', 'DELETE']) {
      const refused = await service.call(method, `/engines/${books}/source_engines`, { body: [comics] });
      assert.deepEqual(
        { status: refused.status, json: refused.json },
        { status: 400, json: { errors: ['Engine is not a meta engine'] } },
      );
    }
  });

  test('allows another language once no source is left', async () => {
    const service = await sharedService();
    const { name, sources } = await metaOver(service, 0);
    await service.call('POST', '/engines', { body: { name: 'dansk', language: 'da' } });
    const path = `/engines/${name}/source_engines`;
    assert.equal((await service.call('POST', path, { body: ['dansk'] })).status, 400);
    await service.call('DELETE', path, { body: sources });
    assert.deepEqual((await service.call('POST', path, { body: ['dansk'] })).json.source_engines, ['dansk']);
  });
});

suite('deleting', () => {
  test('a source engine removes it from its meta engines, also if its name is used again', async () => {
    const service = await sharedService();
    const { name, sources } = await metaOver(service, 1, 2);
    await service.call('DELETE', `/engines/${sources[1]}`);
    const expected = { name, type: 'meta', source_engines: [sources[0]], document_count: 1 };
    assert.deepEqual((await service.call('GET', `/engines/${name}`)).json, expected);
    await service.call('POST', '/engines', { body: { name: sources[1] } });
    assert.deepEqual((await service.call('GET', `/engines/${name}`)).json, expected);
  });

  test('a meta engine leaves its sources alone', async () => {
    const service = await sharedService();
    const { name, sources } = await metaOver(service, 2);
    assert.deepEqual((await service.call('DELETE', `/engines/${name}`)).json, { deleted: true });
    assert.equal((await service.call('GET', `/engines/${name}`)).status, 404);
    assert.equal((await service.call('GET', `/engines/${sources[0]}`)).json.document_count, 2);
  });
});

suite('access to source engines', () => {
  test('a key needs access to the sources that it adds, not to those that it removes', async () => {
    const service = await sharedService();
    const { name, sources } = await metaOver(service, 0);
    const [own, other] = [await service.engine(), await service.engine()];
    const key = await service.call('POST', '/credentials', {
      key: service.adminKey,
      body: { name: 'scoped', type: 'private', read: true, write: true, engines: [name, own] },
    });
    const change = (method: string, body: unknown) =>
      service.call(method, `/engines/${name}/source_engines`, { key: key.json.key, body });
    for (const body of [[other], [own, other], ['nowhere'], sources]) {
      const refused = await change('POST', body);
      assert.deepEqual(
        { status: refused.status, json: refused.json },
        { status: 401, json: { errors: ['Unauthorized action.'] } },
      );
    }
    assert.deepEqual((await change('POST', [own])).json.source_engines, [...sources, own]);
    assert.deepEqual((await change('DELETE', sources)).json.source_engines, [own]);
  });
});
