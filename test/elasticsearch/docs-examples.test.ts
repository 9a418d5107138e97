import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { startTestService } from '../support/service.ts';

const DOCS = readFileSync(new URL('../../docs/elasticsearch.md', import.meta.url), 'utf8');

/** Blocks of JSON: requests, and the response to the request before it. */
const BLOCKS = [...DOCS.matchAll(/^```json ?(\w*)\n(.*?)^```$/gms)].map(([, kind, text]) => ({
  isAnswer: kind === 'answer',
  json: JSON.parse(text as string),
}));

test('every example of docs/elasticsearch.md finds parks, and the shown response is that of the service', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const path = '/engines/national-parks-demo/elasticsearch/_search';
  let answers = 0;
  for (const [at, { isAnswer, json: body }] of BLOCKS.entries()) {
    if (isAnswer) continue;
    const { status, text, json } = await service.call('POST', path, { body });
    assert.equal(status, 200, text);
    assert.ok(json.hits.total.value > 0, JSON.stringify(body));
    const shown = BLOCKS[at + 1];
    if (shown?.isAnswer !== true) continue;
    assert.deepEqual({ ...json, took: 0 }, { ...shown.json, took: 0 });
    answers++;
  }
  assert.equal(answers, 1);
  assert.ok(BLOCKS.length >= 5);
});
