// Makes dist/ for the published package: Node does not strip types from files under node_modules.
import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const root = import.meta.dirname;
const source = join(root, 'src');
const target = join(root, 'dist');

const compile = (): void => {
  const tsc = join(root, 'node_modules/typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', join(root, 'tsconfig.build.json')], { stdio: 'inherit' });
};

/** Files that are read at run time through `new URL('./name', import.meta.url)`: same place beside the code. */
const copyAssets = (): void => {
  cpSync(source, target, {
    recursive: true,
    filter: (path) => !path.endsWith('.ts') && !basename(path).startsWith('.'),
  });
};

/** tsc rewrites imports, but not the addresses that workers are started from. */
const rewriteAddresses = (): void => {
  const address = /(new URL\((['"])\.{1,2}\/[^'"]+)\.ts(\2,\s*import\.meta\.url\))/g;
  for (const name of globSync('**/*.js', { cwd: target })) {
    const path = join(target, name);
    const code = readFileSync(path, 'utf8');
    const rewritten = code.replace(address, '$1.js$3');
    if (rewritten !== code) writeFileSync(path, rewritten);
  }
};

rmSync(target, { recursive: true, force: true });
try {
  compile();
} catch {
  // The compiler has said what is wrong; a stack trace of ours would only hide it.
  process.exit(1);
}
copyAssets();
rewriteAddresses();
