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
const COMPRESSIONS = { br: '.br', gzip: '.gz' } as const;
export type Compression = keyof typeof COMPRESSIONS;

export interface BuiltFile {
  readonly type: string;
  /** Files with a hash in their name never change. */
  readonly isImmutable: boolean;
  readonly bytes: Buffer;
  readonly compressed: ReadonlyMap<Compression, Buffer>;
}

/**
 * The built dashboard, in memory. A path is looked up among the existing files, so path traversal is impossible. A new
 * build is detected by the modification time of its index.html.
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

  /** The file at a URL path. */
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
      const compressed = new Map<Compression, Buffer>();
      for (const [compression, suffix] of Object.entries(COMPRESSIONS) as [Compression, string][]) {
        if (names.has(name + suffix)) compressed.set(compression, bytesOf(name + suffix));
      }
      files.set(`/${name}`, {
        type,
        isImmutable: name.startsWith('assets/'),
        bytes: bytesOf(name),
        compressed,
      });
    }
    return files;
  }
}
