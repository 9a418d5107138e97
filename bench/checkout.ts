import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const PROJECT = join(import.meta.dirname, '..');

/** A commit of this project in a separate folder, with the packages that are installed here. */
export interface Checkout {
  readonly root: string;
  readonly commit: string;
  remove(): void;
}

const git = (...args: string[]): string =>
  execFileSync('git', args, { cwd: PROJECT, encoding: 'utf8', stdio: ['ignore', 'pipe', 'pipe'] }).trim();

export function checkOut(revision: string): Checkout {
  const commit = git('rev-parse', '--verify', `${revision}^{commit}`);
  const folder = mkdtempSync(join(tmpdir(), 'findling-checkout-'));
  const root = join(folder, 'findling');
  git('worktree', 'add', '--detach', root, commit);
  symlinkSync(join(PROJECT, 'node_modules'), join(root, 'node_modules'));
  const remove = (): void => {
    process.off('exit', remove);
    git('worktree', 'remove', '--force', root);
    rmSync(folder, { recursive: true, force: true });
  };
  // An interrupted benchmark must not leave a worktree behind.
  process.once('exit', remove);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));
  return { root, commit, remove };
}
