import assert from 'node:assert/strict';
import { chmodSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, type TestContext, test } from 'node:test';
import { chromiumPath } from '../support/chromium.ts';
import { temporaryFolder } from '../support/service.ts';

/** A machine without Chromium, whose `apt-get` is a script. `$BROWSER` is the path at which Chromium is expected. */
function machine(t: TestContext, { script = 'exit 0', isRoot = true } = {}) {
  const folder = temporaryFolder(t);
  const browser = join(folder, 'chromium');
  const calls = join(folder, 'calls');
  writeFileSync(calls, '');
  writeFileSync(join(folder, 'apt-get'), `#!/bin/sh\necho "$DEBIAN_FRONTEND $@" >> "${calls}"\n${script}\n`);
  chmodSync(join(folder, 'apt-get'), 0o755);
  const said: string[] = [];
  const path = () =>
    chromiumPath({
      places: [join(folder, 'nowhere'), browser],
      isRoot,
      env: { PATH: `${folder}:/usr/bin:/bin`, BROWSER: browser },
      say: (text) => said.push(text),
    });
  return { folder, browser, said, path, calls: () => readFileSync(calls, 'utf8').trim().split('\n') };
}

suite('Chromium for the dashboard tests', () => {
  test('is used if it is installed', (t) => {
    const { browser, path, calls } = machine(t);
    writeFileSync(browser, '');
    assert.equal(path(), browser);
    assert.deepEqual(calls(), ['']);
  });

  test('is installed by root, with a message before and after', (t) => {
    const { browser, path, calls, said } = machine(t, {
      script: 'case "$*" in *install*) : > "$BROWSER";; esac',
    });
    assert.equal(path(), browser);
    assert.deepEqual(calls(), [
      'noninteractive -o DPkg::Lock::Timeout=300 update',
      'noninteractive -o DPkg::Lock::Timeout=300 install --yes --no-install-recommends chromium-headless-shell',
    ]);
    assert.match(said.join('\n'), /installing it with apt-get.*Installed Chromium: /s);
  });

  test('is installed whole where there is no package of its shell', (t) => {
    const { browser, path, calls } = machine(t, {
      script:
        'case "$*" in *install*shell) echo "E: Unable to locate package" >&2; exit 100;; *install*) : > "$BROWSER";; esac',
    });
    assert.equal(path(), browser);
    assert.match(calls().at(-1) ?? '', /install --yes --no-install-recommends chromium$/);
  });

  test('fails with the error of apt-get if that cannot install it', (t) => {
    const { path } = machine(t, {
      script: 'case "$*" in *install*) echo "E: Unable to locate package chromium" >&2; exit 100;; esac',
    });
    assert.throws(
      path,
      /need Chromium.*install .*chromium` failed: E: Unable to locate package chromium\nInstall it/s,
    );
  });

  test('is used if another test file installs it at the same time', (t) => {
    const { browser, path } = machine(t, {
      script: ': > "$BROWSER"; echo "E: Could not get lock" >&2; exit 100',
    });
    assert.equal(path(), browser);
  });

  test('fails with the remedy for other users and without apt-get', (t) => {
    const guest = machine(t, { isRoot: false });
    assert.throws(
      guest.path,
      /Only root can install it\. Install it \(Debian: `apt-get install chromium-headless-shell`\), or set PLAYWRIGHT_/,
    );
    assert.deepEqual(guest.calls(), ['']);
    const places = [join(guest.folder, 'nowhere')];
    const bare = { places, isRoot: true, env: { PATH: `${guest.folder}/none` }, say: () => undefined };
    assert.throws(() => chromiumPath(bare), /apt-get update` failed: .*ENOENT.*Install it/s);
  });

  test('can be set by path, and fails if there is no such file', (t) => {
    const { folder, browser } = machine(t);
    const named = (path: string) => () =>
      chromiumPath({
        places: [],
        isRoot: false,
        env: { PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH: path },
        say: () => undefined,
      });
    writeFileSync(browser, '');
    assert.equal(named(browser)(), browser);
    assert.throws(
      named(join(folder, 'gone')),
      /PLAYWRIGHT_CHROMIUM_EXECUTABLE_PATH is .*gone, and there is no such file/,
    );
  });
});
