import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readGroups } from '../../site/pages.ts';
import { smallProject } from './small-project.ts';

test('the tables of docs/README.md are the groups of the navigation', (t) => {
  assert.deepEqual(
    readGroups(smallProject(t)).map(({ title, about, pages }) => ({
      title,
      about,
      pages: pages.map(({ markdown: _, ...page }) => page),
    })),
    [
      {
        title: 'Tutorials',
        about: 'First steps.',
        pages: [{ source: 'docs/one.md', output: 'one.html', title: 'One', description: 'The *first* page' }],
      },
      {
        title: 'Reference',
        about: 'Everything.',
        pages: [
          {
            source: 'docs/deep/two.md',
            output: 'deep/two.html',
            title: 'Two',
            description: 'The second',
          },
          { source: 'CHANGES.md', output: 'CHANGES.html', title: 'Changes', description: 'What changed' },
        ],
      },
    ],
  );
});

test('pages that are missing in docs/README.md are named, with what to do', (t) => {
  const root = smallProject(t, { 'docs/backup.md': '# Backup\n', 'docs/deep/three.md': '# Three\n' });
  assert.throws(() => readGroups(root), {
    name: 'SiteError',
    message:
      'docs/backup.md is missing in docs/README.md: add a row to the table of Tutorials, Reference.\n' +
      'docs/deep/three.md is missing in docs/README.md: add a row to the table of Tutorials, Reference.',
  });
});

test('rows without a page, two rows of one page, and pages without a title are errors', (t) => {
  const row = '| [one.md](one.md) | again |\n| [gone.md](gone.md) | nothing |\n';
  const root = smallProject(t, {
    'docs/README.md': `# Documentation\n\n## All\n\n| Page | Contents |\n| --- | --- |\n| [one.md](one.md) | one |\n${row}`,
    'docs/one.md': 'Text.\n',
    'docs/deep/two.md': null,
  });
  assert.throws(() => readGroups(root), {
    message: [
      'docs/one.md has no first-level heading.',
      'docs/README.md lists docs/one.md twice.',
      'docs/one.md has no first-level heading.',
      'docs/README.md lists docs/gone.md, which does not exist.',
    ].join('\n'),
  });
});
