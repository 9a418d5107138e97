// Builds the dashboard as part of `npm ci`. Without dev dependencies (`--omit=dev`) nothing is built, and the service
// says so at start-up.
import { existsSync } from 'node:fs';
import { join } from 'node:path';

const root = import.meta.dirname;

if (existsSync(join(root, '../node_modules/vite'))) {
  const { build } = await import('vite');
  await build({ configFile: join(root, 'vite.config.ts'), configLoader: 'native', logLevel: 'warn' });
} else {
  process.stdout.write(
    'The dashboard is not built: its tools are development dependencies, left out here.\n',
  );
}
