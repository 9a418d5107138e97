import assert from 'node:assert/strict';
import { test } from 'node:test';
import { NDJSON } from '../../src/api/json-stream.ts';
import { startTestService } from '../support/service.ts';
import { migrateRunner } from './migrating.ts';

/** More than both ends of a list reach, and all alike. */
const ALIKE = 20_300;
const OTHERS = 400;

test('documents that no search reaches are counted and described', { timeout: 300_000 }, async (t) => {
  const [from, to] = [await startTestService(t), await startTestService(t)];
  await from.call('POST', '/engines', { body: { name: 'books' } });
  const lines = Array.from({ length: ALIKE + OTHERS }, (_, n) =>
    JSON.stringify({ id: `b${String(n).padStart(5, '0')}`, kind: n < ALIKE ? 'same' : 'other', text: 'x' }),
  );
  for (let first = 0; first < lines.length; first += 5000) {
    const body = lines.slice(first, first + 5000).join('\n');
    await from.call('POST', '/engines/books/documents', { body, headers: { 'content-type': NDJSON } });
  }
  const { run } = migrateRunner(t, from, to);
  const settings = { FINDLING_OLD_ADMIN_KEY: '' };
  const filters = { all: [{ kind: ['same'] }] };

  const plan = await run(['--dry-run', '--json'], settings);
  assert.equal(plan.code, 1, plan.stderr);
  assert.deepEqual(JSON.parse(plan.stdout).engines[0].unreached, [{ filters, documents: ALIKE - 20_000 }]);

  const { code, stdout, stderr } = await run(['--json'], settings);
  assert.equal(code, 1, stderr);
  const [books] = JSON.parse(stdout).engines;
  assert.deepEqual(books.documents, {
    source: ALIKE + OTHERS,
    target: 20_000 + OTHERS,
    written: 20_000 + OTHERS,
    unchanged: 0,
    deleted: 0,
    refused: 0,
    unreached: ALIKE - 20_000,
  });
  assert.deepEqual(books.unreached, [{ filters, documents: ALIKE - 20_000 }]);
  assert.deepEqual(
    books.findings.map(({ message }: { message: string }) => message),
    [
      '300 documents cannot be reached through searches: too many documents have the same values. Read them with --elasticsearch',
    ],
  );
});
