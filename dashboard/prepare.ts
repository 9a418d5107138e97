// Builds the dashboard as part of `npm ci`. Without dev dependencies (`--omit=dev`) nothing is built, and the service
// says so at start-up.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = import.meta.dirname;

/** Whether `prepack` has built everything already. */
const isBuilt = ['pack', 'publish'].includes(process.env.npm_command ?? '');
/** npm packs what it installs from git; then it sets this variable and runs no `prepack`. */
const isPackedFromGit = !isBuilt && process.env.npm_package_resolved !== undefined;

async function prepare(): Promise<void> {
  if (!existsSync(join(root, '../node_modules/vite'))) {
    process.stdout.write(
      'The dashboard is not built: its tools are development dependencies, left out here.\n',
    );
    return;
  }
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts'), configLoader: 'native', logLevel: 'warn' });
  if (isPackedFromGit) await import('../build.ts');
}

if (!isBuilt) await prepare();
