import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { startTestService } from '../support/service.ts';
import { until } from '../support/until.ts';

const DOCS = readFileSync(new URL('../../docs/api-logs.md', import.meta.url), 'utf8');
const EXAMPLES = new Map(
  [...DOCS.matchAll(/^```json (logs\/api|log_settings)\n(.*?)^```\n+```json answer\n(.*?)^```$/gms)].map(
    ([, path, request, answer]) => [
      path as string,
      { body: JSON.parse(request as string), answer: JSON.parse(answer as string) },
    ],
  ),
);

test('every example of docs/api-logs.md has the response that it shows', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const path = '/engines/national-parks-demo';
  const log = EXAMPLES.get('logs/api');
  const settings = EXAMPLES.get('log_settings');
  assert.ok(log && settings && EXAMPLES.size === 2);
  await service.call('POST', `${path}/search`, {
    body: { query: 'caves', taco: 1 },
    headers: { 'user-agent': 'curl/8.5.0' },
  });
  await until('it is logged', async () => {
    const { json } = await service.call('POST', `${path}/logs/api`, { body: log.body });
    if (json.results.length === 0) return false;
    const { id, timestamp, duration_ms } = log.answer.results[0];
    Object.assign(json.results[0], { id, timestamp, duration_ms });
    assert.deepEqual(json, log.answer);
    return true;
  });
  const { json } = await service.call('PUT', '/log_settings', { body: settings.body });
  assert.deepEqual(json, settings.answer);
});
