import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { dirname, extname, join } from 'node:path';
import { type TestContext, test } from 'node:test';
import { promisify } from 'node:util';
import { crc32 } from 'node:zlib';
import { visit, visitAsOwner } from '../../support/browser.ts';
import { ROOT } from '../../support/command.ts';
import { temporaryFolder } from '../../support/service.ts';

const ENGINE = 'national-parks-demo';
const run = promisify(execFile);

/** The files of an archive with uncompressed members; verifies their checksums. */
function unzip(archive: Buffer): Map<string, string> {
  const files = new Map<string, string>();
  let at = 0;
  while (archive.readUInt32LE(at) === 0x04034b50) {
    assert.equal(archive.readUInt16LE(at + 8), 0, 'stored');
    const [size, length] = [archive.readUInt32LE(at + 18), archive.readUInt16LE(at + 26)];
    const start = at + 30 + length + archive.readUInt16LE(at + 28);
    const content = archive.subarray(start, start + size);
    assert.equal(crc32(content), archive.readUInt32LE(at + 14));
    files.set(archive.toString('utf8', at + 30, at + 30 + length), content.toString());
    at = start + size;
  }
  assert.equal(
    archive.readUInt32LE(archive.readUInt32LE(archive.length - 6)),
    0x02014b50,
    'a directory follows',
  );
  assert.equal(archive.readUInt16LE(archive.length - 12), files.size);
  return files;
}

/** A web server independent of Findling. */
async function serve(t: TestContext, folder: string): Promise<string> {
  const types: Record<string, string> = {
    '.html': 'text/html',
    '.js': 'text/javascript',
    '.css': 'text/css',
  };
  const server = createServer((request, response) => {
    const [path = ''] = (request.url ?? '/').split('?');
    if (path === '/favicon.ico') return response.writeHead(204).end();
    const file = path === '/' ? '/index.html' : path;
    response.setHeader('content-type', types[extname(file)] ?? 'application/octet-stream');
    response.end(readFileSync(join(folder, file)));
  });
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  t.after(() => server.close());
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('the downloaded code is a search page that builds and works with the public API', async (t) => {
  const { page, context, service, at } = await visitAsOwner(t, { FINDLING_SAMPLE: 'on' });
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const choices = 'title=title&text=description&address=nps_link&facets=states&sorts=visitors';
  await page.goto(`${at('engines', ENGINE, 'preview')}?${choices}&view=code`);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download all files' }).click();
  const saved = await download;
  assert.equal(saved.suggestedFilename(), `${ENGINE}-search.zip`);
  const files = unzip(readFileSync(await saved.path()));

  // Each file can also be copied separately.
  await page.getByLabel('File').selectOption('src/options.ts');
  await page.getByRole('button', { name: 'Copy src/options.ts' }).click();
  await page.getByRole('button', { name: 'Copied' }).waitFor();
  assert.equal(await page.evaluate('navigator.clipboard.readText()'), files.get('src/options.ts'));

  const main = files.get('src/main.tsx') ?? '';
  assert.ok(
    main.includes(`endpointBase: '${service.baseUrl}'`) && main.includes(`engineName: '${ENGINE}'`),
    main,
  );
  assert.ok(main.includes("searchKey: '<value of search-key>'"), 'the key is named, without its value');
  const folder = temporaryFolder(t);
  for (const [path, content] of files) {
    mkdirSync(dirname(join(folder, path)), { recursive: true });
    writeFileSync(join(folder, path), content.replace('<value of search-key>', service.searchKey));
  }
  // Instead of `npm install`: the versions in its package.json are installed here.
  const wanted = JSON.parse(files.get('package.json') ?? '');
  for (const [name, version] of Object.entries({ ...wanted.dependencies, ...wanted.devDependencies })) {
    const there = JSON.parse(readFileSync(join(ROOT, 'node_modules', name, 'package.json'), 'utf8'));
    assert.equal(there.version, version, name);
  }
  symlinkSync(join(ROOT, 'node_modules'), join(folder, 'node_modules'));
  const tool = (name: string, ...args: string[]) =>
    run(join(ROOT, 'node_modules/.bin', name), args, { cwd: folder }).catch((error: { stdout?: string }) =>
      assert.fail(`${name}: ${error.stdout ?? error}`),
    );
  await tool('tsc', '--noEmit');
  await tool('vite', 'build');

  const site = await visit(t, await serve(t, join(folder, 'dist')));
  site.expectComplaint(/^request to another host: http:\/\/127\.0\.0\.1:\d+\/api\/as\/v1\//);
  await site.page.goto('/');
  await site.page.getByText('1 to 10 of 63').waitFor();
  await site.page.getByRole('combobox', { name: 'Sort by' }).selectOption('Visitors, highest first');
  await site.page.getByRole('checkbox', { name: /^California/ }).check();
  const body = { query: '', sort: { visitors: 'desc' }, filters: { states: 'California' } };
  const { json } = await service.call('POST', `/engines/${ENGINE}/search`, { body });
  await site.page.getByText(`of ${json.meta.page.total_results}`, { exact: false }).waitFor();
  assert.deepEqual(
    await site.page.locator('article h2').allTextContents(),
    json.results.map((result: { title: { raw: string } }) => result.title.raw),
  );
  // Before the service ends: the page may still send requests.
  await site.context.close();
});
