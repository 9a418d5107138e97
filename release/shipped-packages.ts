import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Where the build of the dashboard lists the folders of the packages that it contains. */
export const BUNDLED_LIST = 'dashboard/dist/.vite/packages.json';

/** A package of which the npm package and the image contain code, styles or fonts. */
export interface ShippedPackage {
  /** Name and version, as in `react@19.3.1`. */
  readonly id: string;
  readonly folder: string;
  /** The SPDX expression of its package.json. */
  readonly license: string;
  readonly author: string;
}

interface LockedPackage {
  readonly dev?: boolean;
  readonly optional?: boolean;
  readonly link?: boolean;
}

type Named = string | { readonly name?: string; readonly type?: string } | undefined;

const readJson = (path: string) => JSON.parse(readFileSync(path, 'utf8'));

/** The folders of the dependencies that an installation without development dependencies has. */
function productionFolders(root: string): string[] {
  const { packages } = readJson(join(root, 'package-lock.json')) as {
    readonly packages: Readonly<Record<string, LockedPackage>>;
  };
  return Object.entries(packages)
    .filter(([path, { dev, link }]) => path.startsWith('node_modules/') && dev !== true && link !== true)
    .filter(([path, { optional }]) => optional !== true || existsSync(join(root, path)))
    .map(([path]) => path);
}

function bundledFolders(root: string): string[] {
  const list = join(root, BUNDLED_LIST);
  if (!existsSync(list)) throw new Error('Build the dashboard first: npm run build:dashboard.');
  return readJson(list);
}

function packageIn(folder: string): ShippedPackage {
  const { name, version, license, author } = readJson(join(folder, 'package.json')) as {
    readonly name: string;
    readonly version: string;
    readonly license?: Named;
    readonly author?: Named;
  };
  return {
    id: `${name}@${version}`,
    folder,
    license: (typeof license === 'object' ? license.type : license) ?? 'none',
    author: (typeof author === 'object' ? author.name : author) ?? '',
  };
}

/** Every shipped package once, in the order of their names. */
export function shippedPackages(root: string): ShippedPackage[] {
  const packages = new Map<string, ShippedPackage>();
  for (const path of [...productionFolders(root), ...bundledFolders(root)]) {
    const found = packageIn(join(root, path));
    if (!packages.has(found.id)) packages.set(found.id, found);
  }
  return [...packages.values()].sort((a, b) => (a.id < b.id ? -1 : 1));
}
