import assert from 'node:assert/strict';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { suite, test } from 'node:test';
import { crc32 } from 'node:zlib';
import { FORMAT } from '../../src/index/embedded/files/format.ts';
import { EVENT_VERSION } from '../../src/store/migrations/events.ts';
import { DATA_VERSION } from '../../src/store/migrations/migrations.ts';
import { findling } from '../support/command.ts';
import { hasDocumentsAndSchema } from './kept-checks.ts';
import { contentOfFolder, dataVersion, keptFolder } from './kept-folder.ts';
import { settingsOf, stop, upgrade } from './upgraded-service.ts';

// What this version does with data of a newer one: a kept folder of the current version, with a higher number.

suite('data of a newer version', () => {
  test('is refused by every command, and nothing is changed', async (t) => {
    const data = keptFolder(t, DATA_VERSION);
    dataVersion(data, DATA_VERSION + 1);
    const before = contentOfFolder(data);
    const sentence = `The data was written by a newer Findling (data version ${DATA_VERSION + 1}; this one knows up to ${DATA_VERSION}). Please start that version, or point FINDLING_DATA at another folder.\n`;
    for (const command of ['start', 'verify', 'keys list', 'accounts create c', 'reindex books']) {
      const { code, stdout, stderr } = await findling(command.split(' '), {
        ...settingsOf(data),
        FINDLING_PORT: '0',
      });
      assert.deepEqual({ code, stdout, stderr }, { code: 1, stdout: '', stderr: sentence }, command);
    }
    assert.deepEqual(contentOfFolder(data), before);
    dataVersion(data, DATA_VERSION);
    const back = await upgrade(t, data);
    await hasDocumentsAndSchema(back);
    await stop(back);
  });

  test('is not copied', async (t) => {
    const data = keptFolder(t, DATA_VERSION);
    dataVersion(data, DATA_VERSION + 1);
    const target = 'postgres://findling:none@127.0.0.1:9/findling';
    const { code, stderr } = await findling(['copy', '--to', target], { FINDLING_DATA: data });
    assert.equal(code, 1);
    assert.match(stderr, /^The data was written by a newer Findling \(/);
  });
});

test('analytics of a newer version are put aside, and everything else is served', async (t) => {
  const data = keptFolder(t, DATA_VERSION);
  const db = new DatabaseSync(join(data, 'events.sqlite'));
  db.prepare("update facts set value = ? where name = 'version'").run(EVENT_VERSION + 1);
  db.close();
  const events = readFileSync(join(data, 'events.sqlite'));
  const service = await upgrade(t, data);
  await hasDocumentsAndSchema(service);
  assert.match(service.running.output(), /cannot be read \(The events were written by a newer Findling\.\)/);
  await stop(service);
  const [aside = ''] = readdirSync(data).filter((name) => name.startsWith('events.sqlite.unusable-'));
  assert.ok(readFileSync(join(data, aside)).equals(events), 'the file is kept as it was');
});

test('index files of a newer format are rebuilt from the store', async (t) => {
  const data = keptFolder(t, DATA_VERSION);
  const manifests = readdirSync(join(data, 'index'), { recursive: true, encoding: 'utf8' }).filter((name) =>
    name.endsWith('MANIFEST'),
  );
  assert.equal(manifests.length, 3);
  for (const name of manifests) {
    const path = join(data, 'index', name);
    const text = readFileSync(path, 'utf8')
      .replace(/crc32 .*\n$/, '')
      .replace(/^FINDLING MANIFEST \d+/, `FINDLING MANIFEST ${FORMAT + 1}`);
    writeFileSync(path, `${text}crc32 ${crc32(text).toString(16).padStart(8, '0')}\n`);
  }
  const service = await upgrade(t, data);
  await hasDocumentsAndSchema(service);
  const rebuilt = service.running
    .output()
    .match(/the index is rebuilt from the store: MANIFEST has format \d+/g);
  assert.deepEqual(
    rebuilt,
    manifests.map(() => `the index is rebuilt from the store: MANIFEST has format ${FORMAT + 1}`),
  );
  await stop(service);
  const { code, stdout } = await findling(['verify'], { FINDLING_DATA: data });
  assert.equal(code, 0, stdout);
});
