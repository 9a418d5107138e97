import assert from 'node:assert/strict';
import { existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { streamInput } from '../../src/backup/backup-input.ts';
import { verifyBackup } from '../../src/backup/verification.ts';
import { openBackup } from '../../src/composition/backed-up-data.ts';
import { restoreData } from '../../src/composition/restored-data.ts';
import { readConfig } from '../../src/config.ts';
import { DataError } from '../../src/store/migrations/migrations.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';
import { newPath, refused } from './backed-up-service.ts';

const SECRET = 'a secret of the tests, long enough';
const SENTENCE =
  /^The file (is not a Findling backup|is incomplete: it ends after \d+ bytes|is damaged: the part at byte \d+)/;

/** The bytes of a backup of a service with a few documents. */
async function backupBytes(t: TestContext, documents: number): Promise<Buffer> {
  const service = await startTestService(t, { FINDLING_SECRET: SECRET });
  const list = Array.from({ length: documents }, (_, n) => ({
    id: `d${n}`,
    title: `title ${n} ${'x'.repeat(n)}`,
  }));
  await service.engine({ documents: list });
  await service.close();
  const backup = await openBackup(service.config, { withEvents: true });
  const chunks: Buffer[] = [];
  for await (const chunk of backup.chunks()) chunks.push(chunk);
  await backup.close();
  return Buffer.concat(chunks);
}

async function* piecesOf(bytes: Buffer, length = 1000): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

const inputOf = (bytes: Buffer) => streamInput('The file', piecesOf(bytes));
const verify = (bytes: Buffer) => verifyBackup(inputOf(bytes), async () => undefined);

/** Restores from a stream, into a folder that is empty before and must be empty afterwards. */
async function assertNotRestored(t: TestContext, bytes: Buffer): Promise<void> {
  const folder = temporaryFolder(t);
  const config = readConfig({ FINDLING_DATA: folder, FINDLING_SECRET: SECRET }, {});
  await assert.rejects(restoreData(config, inputOf(bytes), { isFile: false, progress: () => {} }), DataError);
  assert.deepEqual(
    readdirSync(folder).filter((name) => name !== 'lock.sqlite'),
    [],
  );
}

const flipped = (bytes: Buffer, at: number, bit: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] as number) ^ (1 << bit);
  return copy;
};

async function assertDamaged(bytes: Buffer, what: string): Promise<void> {
  await assert.rejects(
    verify(bytes),
    (error: Error) => error instanceof DataError && SENTENCE.test(error.message),
    what,
  );
}

suite('a damaged backup', () => {
  test('is found whichever byte was changed, and wherever it was cut off', async (t) => {
    const random = new Random(announcedSeed('damaged backups'));
    const bytes = await backupBytes(t, 3);
    assert.equal((await verify(bytes)).bytes, bytes.length);
    for (let at = 0; at < bytes.length; at++) {
      await assertDamaged(flipped(bytes, at, random.below(8)), `byte ${at} changed`);
      await assertDamaged(bytes.subarray(0, at), `cut off after ${at} bytes`);
    }
    await assertDamaged(Buffer.concat([bytes, Buffer.from([0])]), 'a byte more');
    await assertDamaged(Buffer.concat([bytes, bytes]), 'twice');
  });

  test('is found in a larger one, and is not restored from a stream', async (t) => {
    const random = new Random(announcedSeed('damaged backups that are restored'));
    const bytes = await backupBytes(t, 300);
    for (let run = 0; run < repetitions('DAMAGES', 30); run++) {
      const at = random.below(bytes.length);
      await assertDamaged(flipped(bytes, at, random.below(8)), `byte ${at} changed`);
      await assertNotRestored(t, flipped(bytes, at, random.below(8)));
      await assertNotRestored(t, bytes.subarray(0, random.below(bytes.length)));
    }
  });

  test('is refused by the commands before anything is written', async (t) => {
    const bytes = await backupBytes(t, 3);
    const folder = newPath(t, 'restored');
    const settings = { FINDLING_DATA: folder, FINDLING_SECRET: SECRET };
    const file = join(temporaryFolder(t), 'a.backup');
    for (const [damaged, sentence] of [
      [
        flipped(bytes, bytes.length >> 1, 3),
        /^.*a\.backup is damaged: the part at byte \d+ is not as it was written\. Use another backup\.$/,
      ],
      [bytes.subarray(0, -1), /^.*a\.backup is incomplete: it ends after \d+ bytes\. Use another backup\.$/],
    ] as const) {
      writeFileSync(file, damaged);
      assert.match(await refused(['verify', '--backup', file], settings), sentence);
      assert.match(await refused(['restore', file], settings), sentence);
    }
    assert.ok(!existsSync(folder));
  });
});
