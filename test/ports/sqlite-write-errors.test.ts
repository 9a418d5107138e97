import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import { suite, test } from 'node:test';
import { storeRefusal } from '../../src/api/store-refusal.ts';
import { ApiError, errors } from '../../src/errors.ts';
import { StoreFailed, StoreFull } from '../../src/store/port.ts';
import { asWriteError } from '../../src/store/sqlite/disk-admission.ts';

const assertSaid = async (
  error: unknown,
  kind: typeof StoreFull | typeof StoreFailed,
  answer: ApiError,
): Promise<void> => {
  const thrown = await asWriteError(error, tmpdir());
  assert.ok(thrown instanceof kind);
  assert.equal(thrown.cause, error);
  const refusal = storeRefusal(thrown);
  assert.ok(refusal instanceof ApiError);
  assert.equal(refusal.status, 507);
  assert.deepEqual(refusal.body, answer.body);
  assert.equal(refusal.cause, error);
};

suite('a write error of SQLite', () => {
  test('without space is a full store, reported as a full disk', async () => {
    await assertSaid({ errcode: 13 }, StoreFull, errors.diskFull());
    await assertSaid({ code: 'ENOSPC' }, StoreFull, errors.diskFull());
  });

  test('with space on the disk is a failed store, for every extended error code', async () => {
    await assertSaid({ errcode: 10 }, StoreFailed, errors.diskFailed());
    await assertSaid({ errcode: 10 | (3 << 8) }, StoreFailed, errors.diskFailed());
  });

  test('of another kind is passed on unchanged', async () => {
    const error = new Error('constraint');
    assert.equal(await asWriteError(error, tmpdir()), error);
    assert.equal(storeRefusal(error), undefined);
  });
});
