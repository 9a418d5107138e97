import assert from 'node:assert/strict';
import { existsSync, globSync, readFileSync } from 'node:fs';
import { basename, dirname } from 'node:path';
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

  const KUSTOMIZATIONS = globSync('deploy/kubernetes/*/kustomization.yaml');

  test('name the version of the package', () => {
    const { version } = JSON.parse(textOf('package.json'));
    const tags = KUSTOMIZATIONS.flatMap((file) => [...textOf(file).matchAll(/newTag: (\S+)/g)]);
    assert.deepEqual(
      tags.map(([, tag]) => tag),
      [version, version],
    );
  });

  test('use every manifest but the example', () => {
    assert.equal(KUSTOMIZATIONS.length, 3);
    for (const file of KUSTOMIZATIONS) {
      const listed = [...textOf(file).matchAll(/^ {2}- (\S+\.yaml)$/gm)].map(([, name]) => name);
      const present = globSync(`${dirname(file)}/*.yaml`).map((path) => basename(path));
      assert.deepEqual(
        present.filter((name) => !['kustomization.yaml', 'secret.example.yaml'].includes(name)).sort(),
        listed.toSorted(),
      );
    }
  });

  test('run the container of both forms of Kubernetes without rights', () => {
    for (const file of ['cluster/deployment.yaml', 'single/stateful-set.yaml']) {
      const text = textOf(`deploy/kubernetes/${file}`);
      for (const line of [
        'runAsNonRoot: true',
        'readOnlyRootFilesystem: true',
        'allowPrivilegeEscalation: false',
        'automountServiceAccountToken: false',
        'enableServiceLinks: false',
        'drop: [ALL]',
        'type: RuntimeDefault',
      ]) {
        assert.ok(text.includes(line), `${file}: ${line}`);
      }
      assert.match(text, /startupProbe:.*readinessProbe:.*livenessProbe:/s);
    }
  });
});
