import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import test from 'node:test';
import { startTestService } from '../support/service.ts';

const DOCS = readFileSync(new URL('../../docs/explain.md', import.meta.url), 'utf8');
const block = (kind: string): unknown =>
  JSON.parse(new RegExp(`^\`\`\`json${kind}\\n(.*?)^\`\`\`$`, 'ms').exec(DOCS)?.[1] ?? '');

test('the example of docs/explain.md has the explanation that the page shows', async (t) => {
  const service = await startTestService(t, { FINDLING_SAMPLE: 'on' });
  const { status, json } = await service.call('POST', '/engines/national-parks-demo/search_explain', {
    body: block(''),
  });
  assert.equal(status, 200);
  const rounded = JSON.parse(
    JSON.stringify(json.explanation, (_, value) =>
      typeof value === 'number' ? Number(value.toFixed(4)) : value,
    ),
  );
  assert.deepEqual(rounded, block(' explanation'));
});
