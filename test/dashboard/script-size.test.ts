import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { gzipSync } from 'node:zlib';
import { ROOT } from '../support/command.ts';

/** The most that a browser may have to load before it shows the first page, compressed. */
const MOST = 350 * 1024;

interface Chunk {
  readonly file: string;
  readonly isEntry?: boolean;
  readonly isDynamicEntry?: boolean;
  readonly imports?: readonly string[];
}

const DIST = join(ROOT, 'dashboard/dist');
const MANIFEST = JSON.parse(readFileSync(join(DIST, '.vite/manifest.json'), 'utf8')) as Record<string, Chunk>;

/** A chunk with all its static imports, by file. */
function withImports(name: string, files = new Set<string>()): Set<string> {
  const chunk = MANIFEST[name];
  assert.ok(chunk, `the manifest has no ${name}: build the dashboard again`);
  if (files.has(chunk.file)) return files;
  files.add(chunk.file);
  for (const next of chunk.imports ?? []) withImports(next, files);
  return files;
}

const sizeOf = (files: Iterable<string>): number =>
  [...files]
    .filter((file) => file.endsWith('.js'))
    .reduce((total, file) => total + gzipSync(readFileSync(join(DIST, file))).length, 0);

/** The first page needs the entry and one page: `pages/<area>/<name>-page.tsx` or a page before sign-in. */
const PAGES = Object.keys(MANIFEST).filter((name) => /^src\/(pages|door)\/.*-page\.tsx$/.test(name));

suite('the size of the scripts for the first page', () => {
  test('each page has its own chunk', () => {
    assert.ok(PAGES.length >= 8, PAGES.join(', '));
    for (const name of PAGES) assert.equal(MANIFEST[name]?.isDynamicEntry, true, name);
  });

  for (const page of PAGES) {
    test(`${page} needs at most 350 KB, compressed`, () => {
      const size = sizeOf(withImports(page, withImports('index.html')));
      assert.ok(size > 50 * 1024 && size <= MOST, `${Math.ceil(size / 1024)} KB`);
    });
  }
});
