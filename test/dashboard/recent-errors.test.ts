import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { pino } from 'pino';
import { RecentErrors } from '../../src/dashboard-api/recent-errors.ts';

function watched(level = 'info') {
  const lines: string[] = [];
  const recent = new RecentErrors();
  const log = recent.watch(pino({ level }, { write: (line: string) => lines.push(line) }));
  return { recent, log, lines };
}

suite('recent errors', () => {
  test('keep the last 50 warnings and errors, newest first, and change nothing in the log', () => {
    const { recent, log, lines } = watched();
    for (let i = 0; i < 60; i++) {
      log.info({ i }, 'not kept');
      log.warn({ i }, `warning ${i}`);
    }
    assert.equal(lines.length, 120);
    assert.deepEqual(
      recent.list.map(({ message }) => message),
      Array.from({ length: 50 }, (_, i) => `warning ${59 - i}`),
    );
    const plain: string[] = [];
    pino({}, { write: (line: string) => plain.push(line) }).warn({ i: 0 }, 'warning 0');
    const withoutTime = (line = '') => ({ ...JSON.parse(line), time: 0 });
    assert.deepEqual(withoutTime(lines[1]), withoutTime(plain[0]));
  });

  test('include those of children, with their request id, at every level of the log', () => {
    const { recent, log, lines } = watched('silent');
    const child = log.child({}, { serializers: {} }).child({ request_id: 'r1' });
    child.error({ err: new Error('broken', { cause: new Error('why') }) }, 'it failed');
    child.fatal('the end');
    log.warn(new Error('without a message'));
    assert.deepEqual(lines, []);
    const [third, second, first] = recent.list;
    assert.deepEqual([third?.level, third?.message, third?.request_id], ['warn', 'without a message', null]);
    assert.deepEqual([second?.level, second?.request_id, second?.details], ['fatal', 'r1', null]);
    const { err } = JSON.parse(first?.details ?? '');
    assert.deepEqual([err.message, err.cause.message, err.stack[0]], ['broken', 'why', 'Error: broken']);
  });

  test('mask keys, tokens and the passwords of addresses, also where a text is cut', () => {
    const { recent, log } = watched();
    const key = 'private-0123456789abcdefghij';
    const token = 'eyJhbGciOiJIUzI1NiJ9.eyJ4IjoxfQ.c2lnbmF0dXJl';
    log.error({ key, url: 'postgres://findling:pass@db.example.com/findling' }, `with ${key} and ${token}`);
    log.error(`${'x'.repeat(990)} ${key}`);
    const text = JSON.stringify(recent.list);
    for (const secret of [key, token, 'pass@', 'private-0']) assert.ok(!text.includes(secret), secret);
    assert.match(recent.list[1]?.details ?? '', /"postgres:\/\/\*\*\*@db\.example\.com\/findling"/);
  });

  test('are bounded in size, and survive facts that JSON cannot express', () => {
    const { recent, log } = watched();
    const circle: Record<string, unknown> = {};
    circle.itself = circle;
    log.warn(circle, 'x'.repeat(10_000));
    log.warn({ text: 'y'.repeat(100_000) }, 'large');
    const [large, cut] = recent.list;
    assert.deepEqual([cut?.message.length, cut?.details], [1001, null]);
    assert.equal(large?.details?.length, 6001);
  });
});
