import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { packageFolder } from '../../dashboard/bundled-packages.ts';
import { isAllowed, NOTICES, refusedLicenses, thirdPartyLicenses } from '../../release/licenses.ts';
import { type ShippedPackage, shippedPackages } from '../../release/shipped-packages.ts';
import { ROOT } from '../support/command.ts';

const PACKAGES = shippedPackages(ROOT);
const names = PACKAGES.map(({ id }) => id.replace(/(?<=.)@.*$/, ''));

suite('the packages that are shipped', () => {
  test('are dependencies of the service and parts of the dashboard, and no tools', () => {
    const some = ['fastify', 'pg', '@orama/stemmers', 'react', '@mantine/core', '@fontsource-variable/inter'];
    const tools = ['typescript', '@biomejs/biome', 'playwright-core', 'fast-check', '@types/node'];
    assert.deepEqual(
      [...some, ...tools].filter((name) => names.includes(name)),
      some,
    );
  });

  test('have licences that allow it', () => {
    assert.deepEqual(refusedLicenses(PACKAGES), []);
  });

  test(`are named in ${NOTICES} with their notices (npm run licenses)`, () => {
    assert.equal(readFileSync(join(ROOT, NOTICES), 'utf8'), thirdPartyLicenses(PACKAGES));
  });
});

test('licences are allowed by name, and as a choice or a list of allowed ones', () => {
  const allowed = ['MIT', '(MIT OR GPL-3.0-only)', 'Apache-2.0 AND MIT', 'OFL-1.1'];
  const refused = [
    'GPL-3.0-only',
    'MIT AND GPL-3.0-only',
    'SEE LICENSE IN x',
    'none',
    '',
    'MIT OR (ISC AND X)',
  ];
  assert.deepEqual(
    [...allowed, ...refused].filter((expression) => isAllowed(expression)),
    allowed,
  );
});

test('a package with another licence, or without the text of its own, is refused', () => {
  const withoutText = (license: string): ShippedPackage => ({
    ...{ id: 'x@1.0.0', folder: join(ROOT, 'lint'), license, author: '' },
  });
  assert.deepEqual(refusedLicenses([withoutText('GPL-3.0-only')]), ['x@1.0.0: GPL-3.0-only']);
  assert.throws(() => thirdPartyLicenses([withoutText('MIT')]), /x@1\.0\.0 has no file with its licence/);
});

test('modules of the dashboard belong to the package that is installed closest to them', () => {
  for (const [id, folder] of [
    ['/home/a/node_modules/react/index.js', 'node_modules/react'],
    ['/home/a/node_modules/@mantine/core/esm/x.mjs', 'node_modules/@mantine/core'],
    ['/home/a/node_modules/a/node_modules/@b/c/x.css?inline', 'node_modules/a/node_modules/@b/c'],
    ['\0/home/a/node_modules/react/index.js?commonjs-proxy', 'node_modules/react'],
    ['\0vite/preload-helper.js', 'node_modules/vite'],
    ['\0rolldown/runtime.js', 'node_modules/rolldown'],
    ['/home/a/dashboard/src/app.tsx', undefined],
  ] as const) {
    assert.equal(packageFolder(id), folder, id);
  }
});
