import assert from 'node:assert/strict';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';

/** Phrases that CONTRIBUTING.md advises against, as far as they have no good use. */
const AVOIDED: readonly RegExp[] = [
  /\bagain and again\b/i,
  /\banew\b/i,
  /\bbehind (the|his|her|its|their) backs?\b/i,
  /\bby halving\b/i,
  /\bcounts? in no\b/i,
  /\bdearest\b/i,
  /\bhears? of\b/i,
  /\b(is|are) told of\b/i,
  /\blives? here\b/i,
  /\bover and over\b/i,
  /\bstands? back\b/i,
  /\bwhat was chosen\b/i,
  /\bwho is left\b/i,
  /\bwhoever\b/i,
  /\bwithout a word\b/i,
  // Documents that are not in the repository.
  /\bcampaigns? \d/i,
  /\bcontract,? \(?section\b/i,
  /\bdecisions \d/i,
];

const ROOT = join(import.meta.dirname, '..');
const FILES = globSync(
  [
    '*.md',
    'docs/**/*.{md,ts}',
    'src/**/*.ts',
    'test/**/*.ts',
    'bench/**/*.{java,md,ts}',
    'packages/client/{*.{md,ts},src/*.ts}',
    'bin/*.js',
    'release/*.ts',
    'dashboard/*.{html,md,ts}',
    'dashboard/src/**/*.{css,ts,tsx}',
    'site/{,assets/,browser/,layouts/}*.{css,njk,ts}',
  ],
  { cwd: ROOT },
).filter((file) => join(ROOT, file) !== import.meta.filename);

/** The lines of a file; in CONTRIBUTING.md without its list of these phrases. */
function linesOf(file: string): string[] {
  const text = readFileSync(join(ROOT, file), 'utf8');
  return (file === 'CONTRIBUTING.md' ? text.replace(/^## Writing$.*?(?=^## )/ms, '') : text).split('\n');
}

test('code, tests, docs and dashboard avoid private phrases', () => {
  assert.ok(FILES.length > 1000, `${FILES.length} files`);
  const found = FILES.flatMap((file) =>
    linesOf(file)
      .filter((line) => AVOIDED.some((phrase) => phrase.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  );
  assert.deepEqual(found, []);
});
