/**
 * Builds the client into dist/: modules for browsers and Node, and their types.
 *
 *   npm run build:client
 */
import { execFileSync } from 'node:child_process';
import { globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';

const root = import.meta.dirname;
const target = join(root, 'dist');

rmSync(target, { recursive: true, force: true });
const tsc = join(root, '../../node_modules/typescript/bin/tsc');
try {
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
} catch {
  // The compiler has said what is wrong.
  process.exit(1);
}
// The compiler rewrites the imports of modules, but not those of their types.
for (const name of globSync('*.d.ts', { cwd: target })) {
  const path = join(target, name);
  writeFileSync(path, readFileSync(path, 'utf8').replace(/(from '\.\/[\w-]+)\.ts'/g, "$1.js'"));
}
