import { readFileSync } from 'node:fs';
import type { Plugin } from 'vite';

/** The folder of the package that a module is part of, relative to the root of the checkout; undefined for our own. */
export function packageFolder(id: string): string | undefined {
  // Modules that the build tools add: `\0vite/preload-helper.js`, `\0rolldown/runtime.js`.
  const [, tool] = /^\0(vite|rolldown)\//.exec(id) ?? [];
  if (tool !== undefined) return `node_modules/${tool}`;
  const chains = [...id.replaceAll('\\', '/').matchAll(/(?:\/node_modules(?:\/@[^/]+)?\/[^/]+)+(?=\/)/g)];
  return chains.at(-1)?.[0].slice(1);
}

/** The packages whose styles a style sheet imports: these are no modules of the build. */
const importedStyles = (id: string): string[] =>
  id.endsWith('.css')
    ? [...readFileSync(id, 'utf8').matchAll(/@import "((?:@[^/"]+\/)?[^./"][^/"]*)\//g)].map(
        ([, name]) => `/node_modules/${name}/`,
      )
    : [];

/** Lists the packages whose code, styles or fonts the build contains, for their licences and the SBOM (release/). */
export const bundledPackages = (): Plugin => ({
  name: 'findling-bundled-packages',
  apply: 'build',
  generateBundle(_options, bundle) {
    const parts = Object.values(bundle);
    const modules = parts.flatMap((part) => (part.type === 'chunk' ? part.moduleIds : []));
    const assets = parts.flatMap((part) => (part.type === 'asset' ? part.originalFileNames : []));
    const folders = [...modules, ...assets, ...modules.flatMap(importedStyles)]
      .map(packageFolder)
      .filter((folder) => folder !== undefined);
    const source = `${JSON.stringify([...new Set(folders)].sort(), null, 2)}\n`;
    this.emitFile({ type: 'asset', fileName: '.vite/packages.json', source });
  },
});
