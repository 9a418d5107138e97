import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { Actor, AuditedAction } from '../../src/dashboard-api/audit.ts';
import { FailedSignIns } from '../../src/dashboard-api/failed-sign-ins.ts';

const ADA = { id: 'p1', name: 'Ada' };
const MINUTE = 60_000;
const DAY = 1440 * MINUTE;

function watched(t: TestContext) {
  t.mock.timers.enable({ apis: ['Date', 'setTimeout'] });
  const entries: string[] = [];
  const record = async ({ person }: Actor, { action, subject, detail, count }: AuditedAction) => {
    assert.deepEqual([person?.name, action], ['unknown visitor', 'sign-in.failed']);
    entries.push(`${subject} | ${detail} | ${count}`);
  };
  return { entries, failures: new FailedSignIns({ record }) };
}

suite('failed sign-ins', () => {
  test('are recorded at once, and the following ones are counted', (t) => {
    const { entries, failures } = watched(t);
    for (let i = 0; i < 7; i++) failures.note(ADA, `192.0.2.${i % 2}`);
    failures.note(undefined, '192.0.2.9');
    assert.deepEqual(entries, ['Ada | 192.0.2.0 | 1', ' | 192.0.2.9 | 1']);
    t.mock.timers.tick(MINUTE);
    assert.deepEqual(entries.slice(2), ['Ada | 192.0.2.1, 192.0.2.0 | 6']);
    t.mock.timers.tick(10 * MINUTE);
    assert.equal(entries.length, 3, 'nothing more to record');
  });

  test('of a day make some thirty entries, from however many addresses', (t) => {
    const { entries, failures } = watched(t);
    let count = 0;
    for (let at = 0; at < DAY; at += 10_000) {
      failures.note(ADA, `192.0.2.${count++ % 250}`);
      t.mock.timers.tick(10_000);
    }
    assert.ok(entries.length > 24 && entries.length < 35, `${entries.length}`);
    assert.equal(entries.at(-1)?.split(' | ')[1]?.endsWith(' and others'), true, entries.at(-1));
  });

  test('of someone who waits for the end of each pause do not make more', (t) => {
    const { entries, failures } = watched(t);
    for (let at = 0; at < DAY; at += MINUTE + 1000) {
      failures.note(ADA, '192.0.2.1');
      t.mock.timers.tick(MINUTE + 1000);
    }
    assert.ok(entries.length < 35, `${entries.length}`);
  });

  test('start over after an hour without one', (t) => {
    const { entries, failures } = watched(t);
    for (let i = 0; i < 3; i++) {
      failures.note(ADA, '192.0.2.1');
      t.mock.timers.tick(MINUTE);
    }
    t.mock.timers.tick(61 * MINUTE);
    const before = entries.length;
    failures.note(ADA, '192.0.2.1');
    failures.note(ADA, '192.0.2.1');
    t.mock.timers.tick(MINUTE);
    assert.equal(entries.length, before + 2);
  });

  test('that were only counted are recorded at the end', async (t) => {
    const { entries, failures } = watched(t);
    for (let i = 0; i < 3; i++) failures.note(ADA, '192.0.2.1');
    await failures.close();
    assert.deepEqual(entries, ['Ada | 192.0.2.1 | 1', 'Ada | 192.0.2.1 | 2']);
  });
});
