import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { suite, type TestContext, test } from 'node:test';
import { s3Destination } from '../../src/backup/destinations/s3-destination.ts';
import { readConfig } from '../../src/config.ts';
import { S3_KEYS, S3Server } from '../support/s3-server.ts';
import { temporaryFolder } from '../support/service.ts';

async function storage(t: TestContext, more: Partial<typeof S3_KEYS> = {}) {
  const server = await S3Server.start(t, temporaryFolder(t));
  const { to, s3 } = readConfig(server.settings('nightly/one'), {}).backup;
  assert.ok(to?.kind === 's3');
  const settings = { ...S3_KEYS, ...more, endpoint: server.endpoint, region: s3.region };
  return { server, destination: s3Destination(settings, to) };
}

async function* chunksOf(bytes: Buffer, length: number): AsyncGenerator<Buffer> {
  for (let at = 0; at < bytes.length; at += length) yield bytes.subarray(at, at + length);
}

async function readBack(chunks: AsyncIterable<Uint8Array>): Promise<Buffer> {
  const read: Uint8Array[] = [];
  for await (const chunk of chunks) read.push(chunk);
  return Buffer.concat(read);
}

suite('backups on S3-compatible storage', () => {
  test('a small one is stored in one request and a large one in parts; both are read back', async (t) => {
    const { server, destination } = await storage(t);
    const [small, large] = [randomBytes(1000), randomBytes(37_000_000)];
    await destination.write('small', chunksOf(small, 300));
    await destination.write('large', chunksOf(large, 1_700_000));
    assert.deepEqual(server.requests, [
      'PUT nightly/one/small',
      'POST nightly/one/large',
      ...Array.from({ length: 3 }, () => 'PUT nightly/one/large'),
      'POST nightly/one/large',
    ]);
    assert.ok(readFileSync(server.pathOf('nightly/one/large')).equals(large));
    assert.ok((await readBack(destination.input('small').chunks())).equals(small));
    assert.ok((await readBack(destination.input('large').chunks())).equals(large));
    assert.equal(server.pendingUploads, 0);
  });

  test('names are listed over several pages, and removed one by one', async (t) => {
    const { server, destination } = await storage(t);
    for (const name of ['a-1', 'a-2', 'a-3', 'a-4', 'a-5', 'b-1']) {
      await destination.write(name, chunksOf(Buffer.from(name), 10));
    }
    assert.deepEqual([...(await destination.names('a-'))].sort(), ['a-1', 'a-2', 'a-3', 'a-4', 'a-5']);
    await destination.remove('a-2');
    assert.deepEqual(
      server.keys,
      ['a-1', 'a-3', 'a-4', 'a-5', 'b-1'].map((name) => `nightly/one/${name}`),
    );
  });

  test('a request is repeated if the storage is busy, and an upload that fails leaves no parts', async (t) => {
    const { server, destination } = await storage(t);
    server.failures = 2;
    await destination.write('a', chunksOf(Buffer.from('a'), 1));
    assert.equal(server.requests.length, 3);
    async function* failing(): AsyncGenerator<Buffer> {
      yield randomBytes(36_000_000);
      throw new Error('the source failed');
    }
    await assert.rejects(destination.write('b', failing()), /the source failed/);
    assert.equal(server.pendingUploads, 0);
    assert.deepEqual(server.keys, ['nightly/one/a']);
  });

  test('refusals are sentences without the keys', async (t) => {
    const { server, destination } = await storage(t, { secretKey: 'hush-hush-hush' });
    const address = `${server.endpoint}/backups`;
    await assert.rejects(destination.names(''), {
      message: `The storage at ${address} refused a request (403 SignatureDoesNotMatch: SignatureDoesNotMatch).`,
    });
    const { destination: right } = await storage(t);
    await assert.rejects(readBack(right.input('missing').chunks()), /refused a request \(404 NoSuchKey/);
    const gone = s3Destination(
      { ...S3_KEYS, endpoint: 'http://127.0.0.1:9', region: 'eu-test-1' },
      { bucket: 'backups', prefix: '' },
    );
    await assert.rejects(
      gone.names(''),
      /^.*The storage at http:\/\/127\.0\.0\.1:9\/backups cannot be used \(.*\)\.$/,
    );
  });
});
