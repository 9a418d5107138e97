import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedService } from '../support/shared-service.ts';

const documents = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ id: `${n}`, title: `word ${n}`, size: `${n}` }));

/** Repeats searches of an engine until `work` ends; gives the totals that they had, and that of a search afterwards. */
async function searching(
  search: () => Promise<number>,
  work: () => Promise<unknown>,
): Promise<{ readonly totals: ReadonlySet<number>; readonly last: number }> {
  let isOver = false;
  const worked = work().finally(() => {
    isOver = true;
  });
  const totals = new Set<number>();
  const loop = async () => {
    do totals.add(await search());
    while (!isOver);
  };
  await Promise.all([loop(), loop(), worked]);
  return { totals, last: await search() };
}

async function metaOverTwo() {
  const service = await sharedService();
  const [stays, changes] = [
    await service.engine({ documents: documents(40) }),
    await service.engine({ documents: documents(300) }),
  ];
  const meta = `over-${changes}`;
  await service.call('POST', '/engines', {
    body: { name: meta, type: 'meta', source_engines: [stays, changes] },
  });
  const search = async () => {
    const { status, json, text } = await service.call('POST', `/engines/${meta}/search`, {
      body: { query: 'word', page: { size: 200 } },
    });
    assert.equal(status, 200, text);
    return json.meta.page.total_results as number;
  };
  return { service, stays, changes, meta, search };
}

test('searches go on while a source is reindexed', async () => {
  const { service, changes, search } = await metaOverTwo();
  const { totals, last } = await searching(search, async () => {
    for (const type of ['number', 'text', 'number']) {
      await service.call('POST', `/engines/${changes}/schema`, { body: { size: type } });
      await service.settled(changes);
    }
  });
  assert.deepEqual([...totals, last], [340, 340]);
});

test('searches go on while a source is deleted, and lose its documents', async () => {
  const { service, changes, search, meta, stays } = await metaOverTwo();
  const { totals, last } = await searching(search, () => service.call('DELETE', `/engines/${changes}`));
  for (const total of totals) assert.ok(total === 340 || total === 40, `${total} results`);
  assert.equal(last, 40);
  assert.deepEqual((await service.call('GET', `/engines/${meta}`)).json.source_engines, [stays]);
});

test('a change of the sources is in force when its call answers', async () => {
  const { service, changes, search, meta } = await metaOverTwo();
  for (let round = 0; round < 10; round++) {
    await service.call('DELETE', `/engines/${meta}/source_engines`, { body: [changes] });
    assert.equal(await search(), 40);
    await service.call('POST', `/engines/${meta}/source_engines`, { body: [changes] });
    assert.equal(await search(), 340);
  }
});

test('a document is found in the meta engine when its write answers', async () => {
  const { service, changes, search } = await metaOverTwo();
  await service.call('POST', `/engines/${changes}/documents`, { body: { id: 'new', title: 'word' } });
  assert.equal(await search(), 341);
  await service.call('DELETE', `/engines/${changes}/documents`, { body: ['new'] });
  assert.equal(await search(), 340);
});

test('a document that brings a field of another type never breaks a search', async () => {
  const service = await sharedService();
  const answers = new Set<string>();
  for (let round = 0; round < 6; round++) {
    const numbers = await service.engine({ schema: { size: 'number' }, documents: [{ id: 'a', size: 1 }] });
    const texts = await service.engine({ documents: documents(20).map(({ id, title }) => ({ id, title })) });
    const meta = `with-${numbers}`;
    await service.call('POST', '/engines', {
      body: { name: meta, type: 'meta', source_engines: [numbers, texts] },
    });
    const search = async () => {
      const { status, json } = await service.call('POST', `/engines/${meta}/search`, {
        body: {
          query: '',
          sort: { size: 'asc' },
          filters: { none: [{ size: { from: 5 } }] },
          facets: { size: [{ type: 'value' }, { type: 'range', ranges: [{ from: 0 }] }] },
        },
      });
      answers.add(status === 200 ? '200' : `${status} ${json.errors.join()}`);
      return 0;
    };
    await searching(search, () =>
      service.call('POST', `/engines/${texts}/documents`, { body: [{ id: 'b', size: 'large' }] }),
    );
    await search();
  }
  const conflict = 'Source engines have incompatible field mappings for the following fields: size';
  assert.deepEqual([...answers].sort(), ['200', `400 ${conflict}`]);
});
