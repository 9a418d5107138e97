import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { startTestService } from '../support/service.ts';
import { storedClicks } from '../support/stored-clicks.ts';

const DOCS = readFileSync(new URL('../../docs/analytics.md', import.meta.url), 'utf8');

/** Pairs of a request for a report and its response. */
const EXAMPLES = [
  ...DOCS.matchAll(/^```json (queries|clicks|counts)\n(.*?)^```\n+```json answer\n(.*?)^```$/gms),
].map(([, report, request, answer]) => ({
  report: report as string,
  body: JSON.parse(request as string) as object,
  answer: JSON.parse(answer as string) as object,
}));

test('every example of docs/analytics.md has the response that it shows', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const path = '/engines/national-parks-demo';
  const send = async (endpoint: string, body: object) => {
    const { status, json, text } = await service.call('POST', `${path}/${endpoint}`, { body });
    assert.equal(status, 200, text);
    return json;
  };
  for (const query of ['zzyosemiti', 'caves']) {
    await send('search', {
      query: query.replace('zz', ''),
      filters: query === 'caves' ? {} : { title: 'none' },
      analytics: { tags: ['web'] },
    });
  }
  await send('search', {
    query: 'Yosemiti ',
    filters: { title: 'none' },
    analytics: { tags: ['web'] },
  });
  await send('click', { query: 'caves', document_id: 'park_wind-cave', tags: ['web'] });
  await storedClicks(service, 'national-parks-demo');
  assert.deepEqual(
    EXAMPLES.map(({ report }) => report),
    ['queries', 'clicks', 'counts'],
  );
  for (const { report, body, answer } of EXAMPLES) {
    assert.deepEqual(await send(`analytics/${report}`, body), answer, report);
  }
});
