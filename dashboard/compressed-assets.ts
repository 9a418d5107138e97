import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import type { Plugin } from 'vite';

/** Writes `x.js.br` and `x.js.gz` next to `x.js`, so that the server does not have to compress. */
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
