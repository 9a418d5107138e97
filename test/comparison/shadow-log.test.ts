import assert from 'node:assert/strict';
import { appendFileSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { readAnswer, searchPair } from '../../src/comparison/answer.ts';
import { parsePairLine } from '../../src/comparison/pair-line.ts';
import { ShadowLog, shadowFiles } from '../../src/shadow/shadow-log.ts';
import { temporaryFolder } from '../support/folder.ts';

const answer = readAnswer(200, '{"results":[]}', 1);
const pair = (query: string) => searchPair({ engine: 'shoes', options: { query } }, answer, answer);
const queriesIn = (path: string): unknown[] =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => parsePairLine(line)?.options.query);
const neverLost = (lines: number, error: unknown) => assert.fail(`${lines} lines lost: ${error}`);

test('the file is replaced when it is full, so that two files are all there ever is', async (t) => {
  const folder = temporaryFolder(t);
  const mostBytes = 2000;
  const log = new ShadowLog({ folder, mostBytes, onLost: neverLost });
  for (let i = 0; i < 100; i++) {
    assert.ok(log.add(pair(`query ${i}`)));
    await log.close();
  }
  const { current, previous } = shadowFiles(folder);
  assert.deepEqual(readdirSync(folder).sort(), ['shadow-previous.ndjson', 'shadow.ndjson']);
  assert.ok(statSync(current).size <= mostBytes && statSync(previous).size <= mostBytes);
  const kept = [...queriesIn(previous), ...queriesIn(current)];
  assert.deepEqual(
    kept,
    Array.from({ length: kept.length }, (_, i) => `query ${100 - kept.length + i}`),
  );
  assert.ok(kept.length > 5, `${kept.length}`);
});

test('a line that was cut by the end of a process spoils no other line', async (t) => {
  const folder = temporaryFolder(t);
  const { current } = shadowFiles(folder);
  const first = new ShadowLog({ folder, onLost: neverLost });
  first.add(pair('one'));
  await first.close();
  appendFileSync(current, '{"engine":"sho');
  const second = new ShadowLog({ folder, onLost: neverLost });
  second.add(pair('two'));
  second.add(pair('three'));
  await second.close();
  assert.deepEqual(queriesIn(current), ['one', undefined, 'two', 'three']);
});

test('lines that cannot be written are counted, and those that wait are bounded', async (t) => {
  const file = join(temporaryFolder(t), 'a-file');
  writeFileSync(file, '');
  let lost = 0;
  // A folder cannot be made where a file is.
  const log = new ShadowLog({ folder: join(file, 'folder'), onLost: (lines) => (lost += lines) });
  let added = 0;
  for (let i = 0; i < 1000; i++) added += Number(log.add(pair('x')));
  assert.ok(added < 1000 && added >= 200, `${added}`);
  await log.close();
  assert.equal(lost, added);
});
