import assert from 'node:assert/strict';
import { chmodSync, mkdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { refuseLostData } from '../../src/composition/data-folder.ts';
import { openForServing } from '../../src/composition/instance.ts';
import { readConfig } from '../../src/config.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';

suite('the data folder', () => {
  const warnings = (lines: readonly string[]): string[] =>
    lines.map((line) => JSON.parse(line)).flatMap(({ level, msg }) => (level === 40 ? [msg] : []));

  test('that other users can enter is used with a warning and keeps its mode', async (t) => {
    for (const mode of [0o755, 0o770, 0o701]) {
      const data = join(temporaryFolder(t), 'data');
      mkdirSync(data);
      chmodSync(data, mode);
      const { logLines, close } = await startTestService(t, { FINDLING_DATA: data });
      await close();
      const [warning, ...more] = warnings(logLines);
      assert.ok(warning?.includes(`${data} is open to other users`), warning);
      assert.ok(warning?.includes(`(mode ${mode.toString(8)})`), warning);
      assert.deepEqual(more, []);
      assert.equal(statSync(data).mode & 0o777, mode);
      assert.equal(statSync(join(data, 'findling.sqlite')).mode & 0o777 & 0o022, 0);
    }
  });

  test('that the service creates is its own', async (t) => {
    const data = join(temporaryFolder(t), 'data');
    const { logLines } = await startTestService(t, { FINDLING_DATA: data });
    assert.deepEqual(warnings(logLines), []);
    assert.equal(statSync(data).mode & 0o777, 0o700);
  });

  test('is not taken for one that lost its database while the first start is under way', async (t) => {
    const data = temporaryFolder(t);
    refuseLostData(data);
    const { close } = await openForServing(readConfig({ FINDLING_DATA: data }, {}));
    // All that was written is still in the write-ahead log: a process that is killed now leaves just this.
    refuseLostData(data);
    await close();
    refuseLostData(data);
  });
});
