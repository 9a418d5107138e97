import assert from 'node:assert/strict';
import test, { type TestContext } from 'node:test';
import { pino } from 'pino';
import { readConfig } from '../../src/config.ts';
import { errors } from '../../src/errors.ts';
import { type Service, startService } from '../../src/main.ts';
import { type Answer, request } from '../support/service.ts';
import { type SmallDisk, smallDisk } from './small-disk.ts';
import { Reader } from './stored.ts';
import { ADMIN_KEY, PRIVATE_KEY } from './writer.ts';

const DOCUMENTS = '/engines/one/documents';
const PER_BATCH = 20;

/** A service on a small disk, and a record of the documents it has acknowledged. */
class Client {
  readonly #disk: SmallDisk;
  #service: Service | undefined;
  /** Id to stamp of the documents that must be stored. */
  readonly known = new Map<string, string>();
  #batches = 0;

  constructor(disk: SmallDisk) {
    this.#disk = disk;
  }

  get url(): string {
    return `http://127.0.0.1:${this.#service?.addresses[0]?.port}`;
  }

  async start(): Promise<void> {
    const { folder, maxBytes } = this.#disk;
    const config = readConfig(
      {
        FINDLING_PORT: '0',
        FINDLING_HOST: '127.0.0.1',
        FINDLING_DATA: folder,
        FINDLING_SAMPLE: 'off',
        FINDLING_PRIVATE_KEY: PRIVATE_KEY,
        FINDLING_ADMIN_KEY: ADMIN_KEY,
      },
      {},
    );
    const log = pino({ level: 'silent' });
    this.#service = await startService({ ...config, ...(maxBytes !== undefined && { maxBytes }) }, log);
  }

  async close(): Promise<void> {
    await this.#service?.close();
  }

  call(method: string, path: string, body?: unknown): Promise<Answer> {
    const key = path.startsWith('/credentials') ? ADMIN_KEY : PRIVATE_KEY;
    return request(`${this.url}/api/as/v1${path}`, method, { key, body });
  }

  /** Posts documents, one megabyte by default; returns whether they were stored. */
  async post(count = PER_BATCH, bytes = 52_000): Promise<boolean> {
    const stamp = `stamp${++this.#batches}`;
    const ids = Array.from({ length: count }, (_, i) => `${stamp}-${i}`);
    const text = 'many words make a text '.repeat(bytes / 23);
    const body = ids.map((id) => ({ id, stamp, text }));
    const answer = await this.call('POST', DOCUMENTS, body);
    if (answer.status !== 200) assertFull(answer);
    else for (const id of ids) this.known.set(id, stamp);
    return answer.status === 200;
  }

  /** Writes until the disk is full: for a megabyte if it is shared, otherwise for any document. */
  async fill(): Promise<void> {
    while (await this.post());
    if (this.#disk.ballast !== undefined) return;
    for (const bytes of [52_000, 5_000, 500, 1]) while (await this.post(1, bytes));
  }

  async delete(count: number): Promise<void> {
    for (let gone = 0; gone < count; gone += PER_BATCH) {
      const ids = [...this.known.keys()].slice(0, PER_BATCH);
      const { status, text } = await this.call('DELETE', DOCUMENTS, ids);
      assert.equal(status, 200, text);
      for (const id of ids) this.known.delete(id);
    }
  }

  /** The acknowledged documents are listed and found, and no others. */
  async verify(): Promise<void> {
    const reader = new Reader(this.url);
    const { engines } = await reader.everything();
    assert.deepEqual([...engines.keys()], ['one']);
    const documents = engines.get('one') ?? new Map<string, Record<string, string>>();
    const stamps = [...documents].map(([id, { stamp }]) => [id, stamp]);
    assert.deepEqual(stamps.sort(), [...this.known].sort());
    await reader.compareWords('one', documents, [...new Set(this.known.values())].slice(-3));
  }
}

function assertFull({ status, text, json, headers }: Answer): void {
  assert.equal(status, 507, text);
  assert.deepEqual(json, errors.diskFull().body);
  assert.match(String(headers.get('retry-after')), /^\d+$/);
}

/** Every write that needs disk space is rejected and leaves nothing behind. */
async function assertRefusesGrowth(client: Client): Promise<void> {
  const [id] = client.known.keys();
  assertFull(await client.call('POST', DOCUMENTS, [{ id: 'small', text: 'a' }]));
  assertFull(await client.call('PATCH', DOCUMENTS, [{ id, stamp: 'patched', brought: 'a field' }]));
  assertFull(await client.call('POST', '/engines', { name: 'two' }));
  assertFull(await client.call('POST', '/engines/one/schema', { stamp: 'date' }));
  assertFull(
    await client.call('POST', '/credentials', {
      name: 'another',
      type: 'private',
      read: true,
      write: false,
      access_all_engines: true,
    }),
  );
  // Clicks are recorded behind their requests; without space they are dropped.
  const clicked = await client.call('POST', '/engines/one/click', { query: 'words', document_id: id });
  assert.equal(clicked.status, 200);
  await client.verify();
  const { json } = await client.call('GET', '/engines/one/schema');
  assert.deepEqual(json, { stamp: 'text', text: 'text' });
  assert.equal((await client.call('GET', '/credentials/another')).status, 404);
}

async function startClient(t: TestContext): Promise<{ client: Client; disk: SmallDisk }> {
  const disk = smallDisk(t);
  const client = new Client(disk);
  // Before the disk is removed.
  await client.start();
  return { client, disk };
}

test('on a full disk reads and searches continue, writes get an error and succeed once there is space again', async (t) => {
  const { client, disk } = await startClient(t);
  try {
    assert.equal((await client.call('POST', '/engines', { name: 'one' })).status, 200);
    for (let n = 0; n < 3; n++) assert.ok(await client.post());

    if (disk.ballast !== undefined) {
      // Another process takes the last byte, and frees it again.
      disk.ballast.fill();
      await assertRefusesGrowth(client);
      const [id] = client.known.keys();
      const deletion = await client.call('DELETE', DOCUMENTS, [id]);
      if (deletion.status !== 200) assertFull(deletion);
      else client.known.delete(id as string);
      await client.verify();
      disk.ballast.remove();
      assert.ok(await client.post(), 'writes continue when there is space again');
    }

    await client.fill();
    if (disk.ballast === undefined) await assertRefusesGrowth(client);
    await client.close();
    await client.start();
    await client.verify();
    await client.fill();

    const stored = client.known.size;
    await client.delete(stored / 2);
    assert.ok(await client.post(), 'the deletion has freed space');
    assert.ok(await client.post());
    await client.verify();
    await client.close();
    await client.start();
    await client.verify();
    process.stdout.write(
      `disk full: ${stored} documents of 50 KB acknowledged by then, ${client.known.size} at the end; 0 lost, 0 phantom\n`,
    );
  } finally {
    await client.close();
  }
});
