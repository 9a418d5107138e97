import assert from 'node:assert/strict';
import { mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import test, { suite } from 'node:test';
import { startTestService } from '../support/service.ts';
import { storedClicks } from '../support/stored-clicks.ts';

suite('a start with an events file', () => {
  const cases: ReadonlyArray<readonly [what: string, spoil: (path: string) => void]> = [
    ['that is not a database', (path) => writeFileSync(path, 'x'.repeat(8192))],
    ['that is a folder', (path) => mkdirSync(path)],
    [
      'of a newer version',
      (path) => {
        const db = new DatabaseSync(path);
        db.exec(
          `create table facts (name text primary key, value bigint); insert into facts values ('version', 99)`,
        );
        db.close();
      },
    ],
  ];
  for (const [what, spoil] of cases) {
    test(`${what} renames it with a warning and uses a new one`, async (t) => {
      const service = await startTestService(t);
      const engine = await service.engine();
      await service.close();
      const { data } = service.config;
      for (const name of readdirSync(data)) if (name.startsWith('events.')) rmSync(join(data, name));
      spoil(join(data, 'events.sqlite'));
      await service.restart();
      assert.match(service.logLines.join(''), /events\.sqlite cannot be read/);
      assert.ok(readdirSync(data).some((name) => /^events\.sqlite\.unusable-\d+$/.test(name)));
      await service.call('POST', `/engines/${engine}/click`, { body: { query: 'a', document_id: 'b' } });
      assert.equal((await storedClicks(service, engine)).length, 1);
    });
  }

  test('that is missing creates it without a warning', async (t) => {
    const service = await startTestService(t);
    const engine = await service.engine();
    await service.close();
    const { data } = service.config;
    for (const name of readdirSync(data)) if (name.startsWith('events.')) rmSync(join(data, name));
    await service.restart();
    assert.deepEqual(await storedClicks(service, engine), []);
    assert.doesNotMatch(service.logLines.join(''), /events\.sqlite/);
  });
});
