import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import type { TestContext } from 'node:test';
import { temporaryFolder } from '../support/folder.ts';

const INDEX = `# Documentation

## Tutorials

First \`steps\`.

| Page | Contents |
| --- | --- |
| [one.md](one.md) | the *first* page |

## Reference

Everything.

| Page | Contents |
| --- | --- |
| [two.md](deep/two.md) | the second |
| [CHANGES.md](../CHANGES.md) | what changed |
`;

/** A project with three pages of documentation, and with these files; null leaves one out. */
export function smallProject(
  t: Pick<TestContext, 'after'>,
  files: Readonly<Record<string, string | null>> = {},
): string {
  const root = temporaryFolder(t);
  const all = {
    'docs/README.md': INDEX,
    'docs/one.md': '# One\n\nText.\n',
    'docs/deep/two.md': '# Two\n\n## Second `heading`\n\nText.\n',
    'CHANGES.md': '# Changes\n\nNone.\n',
    LICENSE: 'Free.\n',
    ...files,
  };
  for (const [name, text] of Object.entries(all)) {
    if (text === null) continue;
    mkdirSync(dirname(join(root, name)), { recursive: true });
    writeFileSync(join(root, name), text);
  }
  return root;
}
