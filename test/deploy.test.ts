import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { suite, test } from 'node:test';
import { settingsTable } from '../src/config.ts';

const FILES = globSync('deploy/**', { withFileTypes: true })
  .filter((entry) => entry.isFile())
  .map((entry) => `${entry.parentPath}/${entry.name}`);
const textOf = (path: string): string => readFileSync(path, 'utf8');

suite('the files for containers and clusters', () => {
  test('set no variable that a node would refuse', () => {
    const known = new Set([...settingsTable().matchAll(/FINDLING_[A-Z_]+/g)].map(([name]) => name));
    const named = FILES.flatMap((file) =>
      [...textOf(file).matchAll(/FINDLING_[A-Z_]+/g)].map(([name]) => `${file}: ${name}`),
    );
    assert.ok(named.length > 10);
    assert.deepEqual(
      named.filter((place) => !known.has(place.split(' ')[1] ?? '')),
      [],
    );
  });

  test('copy what exists into the image', () => {
    const allowed = [...textOf('deploy/Dockerfile.dockerignore').matchAll(/^!(\S+)$/gm)].map(
      ([, path]) => path,
    );
    assert.ok(allowed.length > 5);
    assert.deepEqual(
      allowed.filter((path) => !existsSync(path ?? '')),
      [],
    );
  });

  test('name the version of the package', () => {
    const { version } = JSON.parse(textOf('package.json'));
    assert.match(textOf('deploy/kubernetes/kustomization.yaml'), new RegExp(`newTag: ${version}\\n`));
  });

  test('use every manifest but the example', () => {
    const listed = [...textOf('deploy/kubernetes/kustomization.yaml').matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(
      ([, name]) => name,
    );
    const present = globSync('deploy/kubernetes/*.yaml').map((path) => path.replace(/^.*\//, ''));
    assert.deepEqual(
      present.filter((name) => !['kustomization.yaml', 'secret.example.yaml'].includes(name)).sort(),
      listed.toSorted(),
    );
  });
});
