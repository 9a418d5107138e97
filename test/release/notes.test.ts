import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite, test } from 'node:test';
import { NotesError, releaseNotes } from '../../release/notes.ts';
import { ROOT } from '../support/command.ts';

const CHANGELOG = `# Changelog

What changes.

## [1.1.0] - Unreleased

### Added

- a door

## [1.0.1-rc.1] - 2026-12-01

### Fixed

- a window

## [1.0.0] - 2026-11-30

- the first one
`;

suite('release notes', () => {
  for (const [wanted, text] of [
    ['1.1.0', '### Added\n\n- a door\n'],
    ['unreleased', '### Added\n\n- a door\n'],
    ['Unreleased', '### Added\n\n- a door\n'],
    ['1.0.1-rc.1', '### Fixed\n\n- a window\n'],
    ['v1.0.0', '- the first one\n'],
  ] as const) {
    test(`of ${wanted}`, () => {
      assert.equal(releaseNotes(CHANGELOG, wanted), text);
      assert.equal(releaseNotes(CHANGELOG.replaceAll('\n', '\r\n'), wanted), text);
    });
  }

  test('of a section that is only called Unreleased', () => {
    assert.equal(
      releaseNotes('## [Unreleased]\n\n- a roof\n\n## [1.0.0] - 2026-11-30\n', 'unreleased'),
      '- a roof\n',
    );
  });

  const refusals: ReadonlyArray<readonly [what: string, changelog: string, wanted: string, message: RegExp]> =
    [
      ['a word', CHANGELOG, 'next', /^"next" is neither a version such as 1\.2\.3 nor "unreleased"\.$/],
      ['half a version', CHANGELOG, '1.1', /^"1\.1" is neither a version/],
      ['a version with a part of an expression', CHANGELOG, '1.0.*', /^"1\.0\.\*" is neither a version/],
      [
        'an unknown version',
        CHANGELOG,
        '2.0.0',
        /^The changelog has no section of 2\.0\.0\. It has: 1\.1\.0, 1\.0\.1-rc\.1, 1\.0\.0\.$/,
      ],
      ['an empty changelog', '', '1.0.0', /^The changelog has no section of 1\.0\.0\. It has: none\.$/],
      ['no unreleased section', '## [1.0.0] - 2026-11-30\n\n- x\n', 'unreleased', /no section of unreleased/],
      [
        'an empty section',
        '## [1.0.0] - 2026-11-30\n\n## [0.9.0] - 2026-11-29\n\n- x\n',
        '1.0.0',
        /is empty\.$/,
      ],
      [
        'two sections',
        '## [1.0.0] - 2026-11-30\n- x\n## [1.0.0] - 2026-11-30\n- y\n',
        '1.0.0',
        /two sections of 1\.0\.0/,
      ],
      [
        'a heading without brackets',
        '## 1.0.0 - 2026-11-30\n- x\n',
        '1.0.0',
        /a heading without a version: "## 1\.0\.0 - 2026-11-30"/,
      ],
      [
        'a heading with a name',
        '## [one] - 2026-11-30\n- x\n',
        '1.0.0',
        /with "one", which is not a version/,
      ],
      ['no date', '## [1.0.0]\n- x\n', '1.0.0', /^Version 1\.0\.0 of the changelog needs a date/],
      ['a day that does not exist', '## [1.0.0] - 2026-02-30\n- x\n', '1.0.0', /needs a date/],
    ];
  for (const [what, changelog, wanted, message] of refusals) {
    test(`are refused for ${what}`, () => {
      assert.throws(
        () => releaseNotes(changelog, wanted),
        (error) => error instanceof NotesError && message.test(error.message),
      );
    });
  }

  test('are printed by npm run release:notes, and a wrong call by one sentence', () => {
    const script = join(ROOT, 'release/notes.ts');
    const { version } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
    const run = (...args: string[]) => spawnSync(process.execPath, [script, ...args], { encoding: 'utf8' });
    const { status, stdout } = run(version);
    assert.equal(status, 0);
    assert.match(stdout, /^### Added$/m);
    for (const args of [[], ['1.0.0', '2.0.0'], ['99.0.0']]) {
      const refused = run(...args);
      assert.deepEqual([refused.status, refused.stdout], [1, '']);
      assert.match(refused.stderr, /^[^\n]+\.\n$/);
    }
  });
});
