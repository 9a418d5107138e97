import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Progress } from '../../src/cli/progress.ts';

const shown = (t: { mock: typeof import('node:test').mock }, isTTY: boolean) => {
  let now = 0;
  t.mock.method(performance, 'now', () => now);
  const texts: string[] = [];
  const out = { isTTY, write: (text: string) => texts.push(text) > 0 };
  const progress = new Progress(out as never);
  for (const documents of [0, 1000, 2000, 3000]) {
    now += 2500;
    progress.update(documents, documents / 4000);
  }
  progress.line('a line');
  progress.end();
  return texts;
};

test('progress is a bar in a terminal', (t) => {
  assert.deepEqual(shown(t, true), [
    '\r[                              ] 0 %  0 documents  0/s\u001b[K',
    '\r[########                      ] 25 %  1,000 documents  200/s  15 s left\u001b[K',
    '\r[###############               ] 50 %  2,000 documents  267/s  8 s left\u001b[K',
    '\r[#######################       ] 75 %  3,000 documents  300/s  4 s left\u001b[K',
    '\r\u001b[K',
    'a line\n',
  ]);
});

test('progress is a line now and then elsewhere', (t) => {
  assert.deepEqual(shown(t, false), [
    '1,000 documents, 25 %, 200/s, 15 s left\n',
    '3,000 documents, 75 %, 300/s, 4 s left\n',
    'a line\n',
  ]);
});
