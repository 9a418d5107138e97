import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../support/command.ts';
import { startTestService, temporaryFolder } from '../support/service.ts';

const run = promisify(execFile);

const BLOCK = /^```ts\n(.*?)^```$/gms;
/** What a call prints: the comment behind it, or the comments in the lines below it. */
const PRINTED = /console\.log\(.*\);(?: \/\/ (.*))?((?:\n\/\/ .*)*)$/gm;

const LINES = '{"id":"a","title":"A"}\n{"id":"b","title":"B"}\n{"id":"c","title":"C"}\n';

suite('the examples of the client', () => {
  for (const page of ['docs/client.md', 'packages/client/README.md']) {
    test(`in ${page} are a program that compiles and prints what the page says`, async (t) => {
      const service = await startTestService(t);
      const folder = temporaryFolder(t);
      const text = readFileSync(join(ROOT, page), 'utf8');
      const blocks = [...text.matchAll(BLOCK)].map(([, block = '']) => block);
      assert.ok(blocks.length > 0);
      const printed = [...blocks.join('\n').matchAll(PRINTED)].flatMap(([, here, below = '']) => [
        ...(here === undefined ? [] : [here]),
        ...below.split('\n// ').slice(1),
      ]);
      const program = blocks
        .join('\n')
        .replaceAll("'findling-client'", JSON.stringify(join(ROOT, 'packages/client/src/index.ts')))
        .replaceAll('http://localhost:3002', service.baseUrl)
        .replaceAll('private-…', service.privateKey);
      assert.ok(!program.includes('…'), 'a placeholder is left');
      writeFileSync(join(folder, 'package.json'), '{ "type": "module" }');
      writeFileSync(join(folder, 'program.ts'), program);
      writeFileSync(join(folder, 'books.ndjson'), LINES);
      writeFileSync(
        join(folder, 'tsconfig.json'),
        JSON.stringify({
          extends: join(ROOT, 'tsconfig.json'),
          compilerOptions: { typeRoots: [join(ROOT, 'node_modules/@types')] },
          files: ['program.ts'],
          include: [],
        }),
      );
      const tsc = join(ROOT, 'node_modules/typescript/bin/tsc');
      const compiled = await run(process.execPath, [tsc, '-p', folder]).catch((error) => error);
      assert.equal(compiled.stdout, '');
      const { stdout } = await run(process.execPath, ['program.ts'], { cwd: folder });
      assert.deepEqual(stdout.trim().split('\n'), printed);
    });
  }
});
