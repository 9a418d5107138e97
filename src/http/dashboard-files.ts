import { globSync, readFileSync, statSync } from 'node:fs';
import { extname, join } from 'node:path';

const TYPES: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
};
const PACKED = { br: '.br', gzip: '.gz' } as const;
export type Packing = keyof typeof PACKED;

export interface BuiltFile {
  readonly type: string;
  /** Hashed names: what such an address once held it holds for ever. */
  readonly isForever: boolean;
  readonly bytes: Buffer;
  readonly packed: ReadonlyMap<Packing, Buffer>;
}

/**
 * The built dashboard, in memory. An address is looked up among the files that are there, so none can lead out of the
 * folder. A new build is noticed by the date of its index.
 */
export class DashboardFiles {
  readonly #folder: string;
  #files: ReadonlyMap<string, BuiltFile> = new Map();
  #builtAt = Number.NaN;

  constructor(folder: string) {
    this.#folder = folder;
  }

  get isBuilt(): boolean {
    return this.get('/index.html') !== undefined;
  }

  /** The file at an address. */
  get(path: string): BuiltFile | undefined {
    const builtAt = this.#index();
    if (builtAt !== this.#builtAt) {
      this.#files = builtAt === undefined ? new Map() : this.#read();
      this.#builtAt = builtAt ?? Number.NaN;
    }
    return this.#files.get(path);
  }

  #index(): number | undefined {
    return statSync(join(this.#folder, 'index.html'), { throwIfNoEntry: false })?.mtimeMs;
  }

  #read(): Map<string, BuiltFile> {
    const names = new Set(
      globSync('**/*.*', { cwd: this.#folder }).map((name) => name.replaceAll('\\', '/')),
    );
    const bytesOf = (name: string): Buffer => readFileSync(join(this.#folder, name));
    const files = new Map<string, BuiltFile>();
    for (const name of names) {
      const type = TYPES[extname(name)];
      if (type === undefined) continue;
      const packed = new Map<Packing, Buffer>();
      for (const [packing, suffix] of Object.entries(PACKED) as [Packing, string][]) {
        if (names.has(name + suffix)) packed.set(packing, bytesOf(name + suffix));
      }
      files.set(`/${name}`, { type, isForever: name.startsWith('assets/'), bytes: bytesOf(name), packed });
    }
    return files;
  }
}
