import assert from 'node:assert/strict';
import { test } from 'node:test';
import { backupName, interrupted, supernumerary } from '../../src/backup/backup-name.ts';
import { NO_BACKUPS, parseState, retryAt } from '../../src/backup/backup-state.ts';
import { parseBackupTarget, targetText } from '../../src/backup/backup-target.ts';
import { nextBackupAt, parseBackupSchedule, scheduleText } from '../../src/backup/schedule.ts';

const at = (text: string): number => Date.parse(text);
const HOUR = 3_600_000;

test('schedules are read and written in words', () => {
  const words = (text: string) => {
    const schedule = parseBackupSchedule(text);
    return schedule && scheduleText(schedule);
  };
  assert.equal(words('24h'), 'every 24 hours');
  assert.equal(words('1h'), 'every hour');
  assert.equal(words('60m'), 'every hour');
  assert.equal(words('90m'), 'every 90 minutes');
  assert.equal(words('1m'), 'every minute');
  assert.equal(words('03:30'), 'every day at 03:30 UTC');
  assert.equal(words('00:00'), 'every day at 00:00 UTC');
  for (const wrong of ['', '0h', '745h', '24', '24:00', '3:30', '03:60', '1d', '-1h', '1.5h', '03:30:00']) {
    assert.equal(words(wrong), undefined, wrong);
  }
});

test('a backup is due after its interval, or at its time of day', () => {
  const every = { kind: 'interval', length: 6 * HOUR } as const;
  const now = at('2026-03-01T12:00:00Z');
  assert.equal(nextBackupAt(every, undefined, now), now);
  assert.equal(nextBackupAt(every, now - HOUR, now), now + 5 * HOUR);
  assert.equal(nextBackupAt(every, now + HOUR, now), now, 'the clock was set back');
  const daily = { kind: 'daily', timeOfDay: 3.5 * HOUR } as const;
  const next = (last: string) => new Date(nextBackupAt(daily, at(last), now)).toISOString();
  assert.equal(next('2026-03-01T03:29:59Z'), '2026-03-01T03:30:00.000Z');
  assert.equal(next('2026-03-01T03:30:00Z'), '2026-03-02T03:30:00.000Z');
  assert.equal(next('2026-02-28T23:00:00Z'), '2026-03-01T03:30:00.000Z');
});

test('a failed backup is tried again after a pause that grows', () => {
  const now = at('2026-03-01T12:00:00Z');
  const failed = (times: number) => ({ ...NO_BACKUPS, failure: { at: now, message: 'no', times } });
  assert.equal(retryAt(NO_BACKUPS, now), 0);
  assert.deepEqual(
    [1, 2, 3, 20].map((times) => retryAt(failed(times), now) - now),
    [5_000, 10_000, 20_000, 1_800_000],
  );
  assert.equal(retryAt(failed(1), now - HOUR), 0, 'the clock was set back');
  assert.deepEqual(parseState('not JSON'), NO_BACKUPS);
  assert.deepEqual(parseState(undefined), NO_BACKUPS);
});

test('only backups of the same data are removed, the oldest first', () => {
  const identity = '0123456789abcdef';
  const name = (text: string) => backupName(identity, new Date(text));
  assert.equal(name('2026-01-31T03:30:00.123Z'), 'findling-01234567-20260131T033000Z.backup');
  const own = ['2026-01-03', '2026-01-01', '2026-01-02'].map((day) => name(`${day}T00:00:00Z`));
  const part = `${name('2026-01-05T00:00:00Z')}.0a1b2c3d.part`;
  const others = [
    'findling-76543210-20200101T000000Z.backup',
    'findling-01234567-20200101T000000Z.backup.gz',
    'findling-01234567-latest.backup',
    'other.0a1b2c3d.part',
    'x',
  ];
  const all = [...own, part, ...others];
  assert.deepEqual(supernumerary(all, identity, 2), [own[1]]);
  assert.deepEqual(supernumerary(all, identity, 1), [own[1], own[2]]);
  assert.deepEqual(supernumerary(all, identity, 3), []);
  assert.deepEqual(interrupted(all, identity), [part]);
});

test('a destination is a folder or a bucket with a prefix', () => {
  const text = (given: string) => {
    const target = parseBackupTarget(given);
    return target && targetText(target);
  };
  assert.equal(text('/var/backups'), '/var/backups');
  assert.equal(text('backups'), 'backups');
  assert.equal(text('s3://my-bucket'), 's3://my-bucket');
  assert.equal(text('s3://my-bucket/a/b.c/'), 's3://my-bucket/a/b.c');
  for (const wrong of [
    's3://',
    's3://A',
    's3://my-bucket//a',
    's3://my-bucket/a b',
    'https://host/a',
    'a\0b',
  ]) {
    assert.equal(text(wrong), undefined, wrong);
  }
});
