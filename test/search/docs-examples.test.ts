import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { startTestService } from '../support/service.ts';

const DOCS = readFileSync(new URL('../../docs/search.md', import.meta.url), 'utf8');

/** Blocks of JSON: a response, or the body for an endpoint, by default `search`. */
const BLOCKS = [...DOCS.matchAll(/^```json ?(\w*)\n(.*?)^```$/gms)].map(([, kind, text]) => ({
  endpoint: kind === '' ? 'search' : (kind as string),
  body: JSON.parse(text as string) as object,
}));

test('every example of docs/search.md works', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const examples = BLOCKS.filter(({ endpoint }) => endpoint !== 'answer');
  assert.ok(examples.length > 15);
  for (const { endpoint, body } of examples) {
    const path = `/engines/national-parks-demo/${endpoint}`;
    const { status, text, json } = await service.call('POST', path, { body, key: service.searchKey });
    assert.equal(status, 200, `${JSON.stringify(body)}: ${text}`);
    if (endpoint === 'search') {
      assert.deepEqual(json.meta.warnings, [], text);
      assert.ok(json.meta.page.total_results > 0, JSON.stringify(body));
    }
  }
});

test('the suggestions in docs/search.md are those of the sample', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const ask = BLOCKS.find(({ endpoint }) => endpoint === 'query_suggestion');
  const shown = BLOCKS.find(({ body }) => 'documents' in ((body as { results?: object }).results ?? {}));
  const path = '/engines/national-parks-demo/query_suggestion';
  const { json } = await service.call('POST', path, { body: ask?.body });
  assert.deepEqual(json.results, (shown?.body as { results?: object } | undefined)?.results);
});

test('the first example of docs/search.md has the total and the score of the sample', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const [asked, shown] = BLOCKS as unknown as [{ body: object }, { body: { meta: Meta; results: Result[] } }];
  const { json } = await service.call('POST', '/engines/national-parks-demo/search', { body: asked.body });
  assert.deepEqual(json.meta.page, shown.body.meta.page);
  assert.deepEqual(scoresOf(json.results), scoresOf(shown.body.results));
});

test('the scores that docs/search.md explains are those of the sample', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const shown = [...DOCS.matchAll(/^\| (\w[\w ]+) \| title \|.*?\*\*([\d.]+)\*\* \|$/gms)];
  assert.equal(shown.length, 3);
  const { json } = await service.call('POST', '/engines/national-parks-demo/search', {
    body: { query: 'wind cave', search_fields: { title: {}, description: {} }, page: { size: 3 } },
  });
  assert.deepEqual(
    json.results.map(({ title, _meta }: Result) => [title.raw, _meta.score.toFixed(2)]),
    shown.map(([, title, score]) => [title, score]),
  );
});

interface Meta {
  readonly page: object;
}
interface Result {
  readonly title: { readonly raw: string };
  readonly _meta: { readonly score: number };
}

const scoresOf = (results: readonly Result[]): string[] => results.map(({ _meta }) => _meta.score.toFixed(2));
