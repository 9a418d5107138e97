import assert from 'node:assert/strict';
import { tmpdir } from 'node:os';
import test from 'node:test';
import { ApiError, errors } from '../../src/errors.ts';
import { asWriteError } from '../../src/store/sqlite/room.ts';

const told = async (error: unknown): Promise<unknown> => {
  const seen = await asWriteError(error, tmpdir());
  assert.ok(seen instanceof ApiError);
  assert.equal(seen.cause, error);
  return seen.body;
};

test('no room is told as a full disk', async () => {
  assert.deepEqual(await told({ errcode: 13 }), errors.diskFull().body);
  assert.deepEqual(await told({ code: 'ENOSPC' }), errors.diskFull().body);
});

test('an error of a disk that has room is told as one, whatever SQLite adds to it', async () => {
  assert.deepEqual(await told({ errcode: 10 }), errors.diskFailed().body);
  assert.deepEqual(await told({ errcode: 10 | (3 << 8) }), errors.diskFailed().body);
});

test('other errors are left as they are', async () => {
  const error = new Error('constraint');
  assert.equal(await asWriteError(error, tmpdir()), error);
});
