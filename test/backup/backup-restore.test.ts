import assert from 'node:assert/strict';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { VERSION } from '../../src/version.ts';
import { findling } from '../support/command.ts';
import { Browser, startDashboard } from '../support/dashboard.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';
import { assertServes, DOCUMENTS, fill, must, newPath, refused, shown } from './backed-up-service.ts';
import { findlingWith } from './programs.ts';

suite('findling backup and restore', { concurrency: 2 }, () => {
  test('a restored backup of a running service serves the same, with the same keys and people', async (t) => {
    const { service, owner } = await startDashboard(t);
    const engine = await fill(service);
    const { data } = service.config;
    const expected = await shown(service, service, engine);
    const file = newPath(t, 'all.backup');
    const told = await must(['backup', file], { FINDLING_DATA: data });
    assert.match(
      told,
      /^Backed up 349 documents and everything else to .*all\.backup in [\d.]+ s \([\d.]+ MB\)\.\n/,
    );
    assert.match(told, /\nIt does not have the instance secret, which a restore needs/);
    assert.equal(statSync(file).mode & 0o777, 0o600);
    assert.deepEqual(readdirSync(join(file, '..')), ['all.backup'], 'no temporary file is left');

    // The service goes on, and the backup is as of before.
    await service.call('DELETE', `/engines/${engine}/documents`, { body: ['d1', 'd2', 'd3', 'd4'] });
    const folder = newPath(t, 'restored');
    mkdirSync(folder);
    writeFileSync(join(folder, 'secret'), readFileSync(join(data, 'secret')));
    const restored = await must(['restore', file], { FINDLING_DATA: folder });
    assert.match(restored, /^Restored 349 documents and everything else from the backup of \d{4}-.* s\.\n/);
    assert.equal(statSync(join(folder, 'findling.sqlite')).mode & 0o777, 0o600);
    const copy = await assertServes(t, { FINDLING_DATA: folder }, service, expected, engine);

    const person = new Browser(copy);
    assert.equal((await person.signIn('Ada')).status, 200);
    assert.equal((await person.call('GET', '/operations')).status, 200);
    const cookie = owner.session?.join('=') ?? '';
    const session = await new Browser(copy).call('GET', '/operations', { headers: { cookie } });
    assert.equal(session.status, 401, 'sessions are not restored');

    await copy.close();
    const verified = await findling(['verify'], { FINDLING_DATA: folder });
    assert.equal(verified.code, 0, verified.stdout + verified.stderr);
    // The original goes on as well.
    assert.equal((await service.call('GET', `/engines/${engine}`)).json.document_count, DOCUMENTS - 5);
  });

  test('with a passphrase the backup is enough by itself, through pipes as well', async (t) => {
    const service = await startTestService(t);
    const engine = await fill(service);
    const expected = await shown(service, service, engine);
    const passphrase = { FINDLING_BACKUP_PASSPHRASE: 'a long enough passphrase' };
    const { code, stdout, stderr } = await findlingWith(['backup', '-'], {
      FINDLING_DATA: service.config.data,
      ...passphrase,
    });
    assert.equal(code, 0, stderr);
    assert.match(
      stderr,
      /^Backed up 349 documents .* to standard output .*\nIt has the instance secret, encrypted/,
    );
    const secret = readFileSync(join(service.config.data, 'secret'), 'utf8').trim();
    assert.ok(!stdout.includes(secret));

    const folder = newPath(t, 'restored');
    const restore = (settings: Record<string, string>) =>
      findlingWith(['restore', '-'], { FINDLING_DATA: folder, ...settings }, stdout);
    const without = await restore({});
    assert.equal(without.code, 1);
    assert.match(
      without.stderr,
      /^The backup has the instance secret, encrypted with a passphrase: set FINDLING_B/,
    );
    const wrong = await restore({ FINDLING_BACKUP_PASSPHRASE: 'another passphrase' });
    assert.equal(wrong.code, 1);
    assert.equal(
      wrong.stderr,
      'FINDLING_BACKUP_PASSPHRASE is not the passphrase that the backup was made with.\n',
    );
    assert.ok(!existsSync(folder), 'nothing was written');

    const good = await restore(passphrase);
    assert.equal(good.code, 0, good.stderr);
    assert.equal(readFileSync(join(folder, 'secret'), 'utf8').trim(), secret);
    await assertServes(t, { FINDLING_DATA: folder }, service, expected, engine);
  });

  test('events can be left out', async (t) => {
    const service = await startTestService(t);
    const engine = await fill(service);
    await service.close();
    const { data } = service.config;
    const [all, less] = [newPath(t, 'all'), newPath(t, 'less')];
    const settings = { FINDLING_DATA: data };
    await must(['backup', all], settings);
    const told = await must(['backup', less, '--without-events', '--json'], settings);
    const { seconds, bytes, ...facts } = JSON.parse(told);
    assert.deepEqual(facts, { file: less, documents: DOCUMENTS - 1, damaged: 0, has_secret: false });
    assert.ok(seconds >= 0 && bytes === statSync(less).size && bytes < statSync(all).size);
    const { created_at: createdAt, ...verified } = JSON.parse(
      await must(['verify', '--backup', less, '--json'], settings),
    );
    assert.ok(Date.now() - Date.parse(createdAt) < 600_000);
    assert.deepEqual(
      { ...verified, data_version: 0 },
      {
        ...{ ok: true, file: less, findling: VERSION, data_version: 0, documents: DOCUMENTS - 1, bytes },
        ...{ has_events: false, has_secret: false, signature: 'correct' },
      },
    );
    const folder = temporaryFolder(t);
    writeFileSync(join(folder, 'secret'), readFileSync(join(data, 'secret')));
    await must(['restore', less], { FINDLING_DATA: folder });
    const copy = await startTestService(t, { FINDLING_DATA: folder });
    const { searched, curated } = await shown(copy, service, engine);
    assert.deepEqual(searched, []);
    assert.ok(curated.length > 0);
  });

  test('verify says what it could check, with and without the secret', async (t) => {
    const service = await startTestService(t, { FINDLING_SECRET: 's'.repeat(32) });
    const settings = { FINDLING_DATA: service.config.data, FINDLING_SECRET: 's'.repeat(32) };
    const file = newPath(t, 'a.backup');
    await must(['backup', file], settings);
    const elsewhere = { FINDLING_DATA: newPath(t, 'none') };
    const first = await must(['verify', '--backup', file], settings);
    assert.match(
      first,
      /^.*a\.backup is complete and all checksums are correct: 0 documents, .* made 20.*\.\n/,
    );
    assert.match(
      first,
      /\nThe signature is correct: nobody has altered it\.\nA restore needs the instance secret\.\n$/,
    );
    const second = await must(['verify', '--backup', file], elsewhere);
    assert.match(
      second,
      /\nThe signature was not checked, because the instance secret of its data is not here\.\n/,
    );
    assert.ok(!existsSync(elsewhere.FINDLING_DATA));
    const piped = await findlingWith(['verify', '--backup', '-'], settings, readFileSync(file));
    assert.match(piped.stdout.toString(), /^The backup is complete/);
  });

  test('a backup never replaces a file, unless it is told to', async (t) => {
    const service = await startTestService(t);
    const settings = { FINDLING_DATA: service.config.data };
    const file = newPath(t, 'a.backup');
    writeFileSync(file, 'precious');
    assert.equal(
      await refused(['backup', file], settings),
      `${file} exists already. Name another file, or replace it with --force.`,
    );
    assert.equal(readFileSync(file, 'utf8'), 'precious');
    await must(['backup', file, '--force'], settings);
    await must(['verify', '--backup', file], settings);
  });
});
