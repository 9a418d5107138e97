import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { request, startTestService } from '../support/service.ts';
import { storedClicks } from '../support/stored-clicks.ts';
import { until } from '../support/until.ts';

const PAGE = readFileSync(new URL('../../docs/adaptive-relevance.md', import.meta.url), 'utf8');
const BLOCK = /^```http\n([A-Z]+) (\/api\/as\/v0\S+)\n(.*?)^```$\n\n^```json\n(.*?)^```$/gms;
const EXAMPLES = [...PAGE.matchAll(BLOCK)].map(([, method = '', path = '', body = '', answer = '']) => ({
  method,
  path,
  body: body.trim(),
  answer,
}));

/** Without times, and with the same id for every curation. */
const comparable = (text: string): unknown =>
  JSON.parse(text.replace(/\bcur-[0-9a-f]{24}\b/g, 'cur'), (name, value) =>
    name.endsWith('_at') ? undefined : value,
  );

test('every example of docs/adaptive-relevance.md has the response that the page shows', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const click = { query: 'lava', document_id: 'park_hawaii-volcanoes' };
  for (let n = 0; n < 20; n++) {
    await service.call('POST', '/engines/national-parks-demo/click', { body: click });
  }
  await storedClicks(service, 'national-parks-demo');
  assert.equal(EXAMPLES.length, 5);
  for (const { method, path, body, answer } of EXAMPLES) {
    const send = () =>
      request(service.baseUrl + path, method, { key: service.privateKey, ...(body !== '' && { body }) });
    // Suggestions are computed in the background.
    if (method === 'POST' && path.endsWith('/suggestions')) {
      await until('there is a suggestion', async () => (await send()).json.results.length > 0);
    }
    const { status, text } = await send();
    assert.equal(status, 200, text);
    assert.deepEqual(comparable(text), comparable(answer), `${method} ${path}`);
  }
});

test('the table of settings in docs/adaptive-relevance.md has the defaults', async (t) => {
  const service = await startTestService(t);
  const path = `/engines/${await service.engine()}/adaptive_relevance/settings`;
  const { curation } = (await service.call('GET', path)).json;
  for (const name of ['enabled', 'mode', 'timeframe', 'max_size', 'min_clicks']) {
    const row = PAGE.split('\n').find((line) => line.startsWith(`| \`${name}\` `)) ?? '';
    assert.match(row, new RegExp(`\\| \`?${curation[name]}\`? \\|$`));
  }
});
