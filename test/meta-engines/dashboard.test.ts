import assert from 'node:assert/strict';
import { test } from 'node:test';
import { sharedDashboard } from '../support/dashboard.ts';

test('the dashboard shows a meta engine with its sources, and the sums and fields of these', async () => {
  const { owner, service } = await sharedDashboard();
  const books = await service.engine({
    schema: { year: 'number', shelf: 'text' },
    documents: [{ id: '1', year: '1965', shelf: 'a' }],
  });
  const films = await service.engine({
    schema: { shelf: 'number' },
    documents: [
      { id: '1', title: 'Dune' },
      { id: '2', title: 'Solaris' },
    ],
  });
  await service.call('POST', '/engines', {
    body: { name: 'media', type: 'meta', source_engines: [books, films] },
  });
  const overview = (await owner.account('GET', '/engines/media/overview')).json;
  assert.deepEqual(
    [
      overview.type,
      overview.source_engines,
      overview.document_count,
      overview.field_count,
      overview.language,
    ],
    ['meta', [books, films], 3, 3, null],
  );
  assert.deepEqual(overview.schema, { year: 'number', title: 'text' }, 'without the field of two types');
  assert.equal(overview.reindex.state, 'idle');
  const bytes = async (engine: string) =>
    (await owner.account('GET', `/engines/${engine}/overview`)).json.document_bytes;
  assert.equal(overview.document_bytes, (await bytes(books)) + (await bytes(films)));
  const { results } = (await owner.account('GET', '/engines')).json;
  const listed = Object.fromEntries(
    results.map(({ name, type }: { name: string; type: string }) => [name, type]),
  );
  assert.deepEqual([listed.media, listed[books]], ['meta', 'default']);

  const originals = await owner.account('GET', `/engines/media/originals?ids[]=${books}|1&ids[]=1`);
  assert.deepEqual(originals.json.results[0].document, { id: `${books}|1`, year: '1965', shelf: 'a' });
  assert.equal(originals.json.results[1], null);

  const changed = await owner.data('DELETE', '/engines/media/source_engines', { body: [films] });
  assert.deepEqual(changed.json.source_engines, [books]);
  const [line] = (await owner.account('GET', '/audit')).json.results;
  assert.deepEqual([line.action, line.subject], ['sources.changed', 'media']);
});
