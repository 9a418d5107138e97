import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Puts `x.js.br` and `x.js.gz` beside `x.js`, so that the server never compresses the same file twice. */
export function compressedAssets(folder: string): Plugin {
  return {
    name: 'findling-compressed-assets',
    apply: 'build',
    closeBundle() {
      for (const name of globSync('assets/*.{js,css,svg}', { cwd: folder })) {
        const path = join(folder, name);
        const content = readFileSync(path);
        const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: 10 } };
        writeFileSync(`${path}.br`, brotliCompressSync(content, brotli));
        writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
      }
    },
  };
}
