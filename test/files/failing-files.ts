import { disk, type Files, type OpenFile } from '../../src/index/embedded/files/file-system.ts';

/** The real disk without syncs: processes see the same, and thousands of saves take seconds. */
export const unsynced: Files = {
  ...disk,
  create: async (path) => ({ ...(await disk.create(path)), sync: async () => {} }),
  syncFolder: async () => {},
};

/** How a call can fail. The last three apply to one kind of call only. */
export const FAILURES = [
  ...(['EIO', 'ENOSPC', 'EMFILE', 'end'] as const),
  ...(['short write', 'failed sync', 'failed rename', 'rename that says it failed'] as const),
] as const;
export type Failure = (typeof FAILURES)[number];

const errorOf = (code: string): Error => Object.assign(new Error(`made to fail (${code})`), { code });

/** The calls to which a kind of failure applies. */
const isAbout = (failure: Failure, call: string): boolean => {
  if (failure === 'short write') return call === 'write';
  if (failure === 'failed sync') return call === 'sync' || call === 'syncFolder';
  if (failure === 'failed rename' || failure === 'rename that says it failed') return call === 'rename';
  return true;
};

/** The real files with one failing call: the n-th of those to which the kind of failure applies. */
export class FailingFiles implements Files {
  readonly #files: Files;
  readonly #failure: Failure;
  #left: number;
  /** The number of calls to which the failure applies. */
  calls = 0;
  /** The number of open files. */
  openCount = 0;
  /** The call that failed. */
  failed: string | undefined;

  /** `n` starts at 1; with 0 nothing fails, and calls are only counted. */
  constructor(files: Files, failure: Failure, n: number) {
    this.#files = files;
    this.#failure = failure;
    this.#left = n;
  }

  /** From now on nothing fails. */
  heal(): void {
    this.#left = 0;
  }

  /** Whether this call is the one to fail. At the `end` of a process all further calls fail too. */
  #fails(call: string): boolean {
    if (!isAbout(this.#failure, call)) return false;
    this.calls++;
    if (this.#left === 0) return false;
    if (this.#failure === 'end' && this.failed !== undefined) return true;
    if (--this.#left > 0) return false;
    if (this.#failure === 'end') this.#left = 1;
    this.failed = call;
    return true;
  }

  async #call<T>(name: string, work: () => Promise<T>): Promise<T> {
    if (!this.#fails(name)) return work();
    if (this.#failure === 'rename that says it failed') await work();
    throw errorOf(this.#failure.startsWith('E') ? this.#failure : 'EIO');
  }

  async #handle(name: 'open' | 'create', path: string): Promise<OpenFile> {
    const file = await this.#call(name, () => this.#files[name](path));
    this.openCount++;
    return {
      size: () => this.#call('size', () => file.size()),
      read: (into, at) => this.#call('read', () => file.read(into, at)),
      write: async (bytes) => {
        if (!this.#fails('write')) return file.write(bytes);
        // Like a full disk: part of the data is written.
        const taken = await file.write(bytes.subarray(0, bytes.length >> 1));
        if (this.#failure === 'short write') return taken;
        throw errorOf(this.#failure === 'end' ? 'EIO' : this.#failure);
      },
      sync: () => this.#call('sync', () => file.sync()),
      close: async () => {
        // A failed close still closes the file.
        await file.close();
        this.openCount--;
        await this.#call('close', async () => {});
      },
    };
  }

  open = (path: string) => this.#handle('open', path);
  create = (path: string) => this.#handle('create', path);
  rename = (from: string, to: string) => this.#call('rename', () => this.#files.rename(from, to));
  syncFolder = (folder: string) => this.#call('syncFolder', () => this.#files.syncFolder(folder));
  list = (folder: string) => this.#call('list', () => this.#files.list(folder));
  remove = (path: string) => this.#call('remove', () => this.#files.remove(path));
  removeFolder = (folder: string) => this.#call('removeFolder', () => this.#files.removeFolder(folder));
  makeFolder = (folder: string) => this.#call('makeFolder', () => this.#files.makeFolder(folder));
  freeBytes = (folder: string) => this.#call('freeBytes', () => this.#files.freeBytes(folder));
}
