import { basename, dirname } from 'node:path';
import type { Files, OpenFile } from '../../src/index/embedded/files/file-system.ts';
import type { Random } from '../support/seed.ts';

/** A file: its content for programs, and its content after a power cut. */
interface Node {
  bytes: Uint8Array;
  durable: Uint8Array;
}
type Names = Map<string, Node>;

/** A change of names that no sync of the folder has made durable yet. */
type Change = (names: Names) => void;

interface Folder {
  names: Names;
  durable: Names;
  pending: Change[];
}

const errorOf = (code: string): Error => Object.assign(new Error(code), { code });

/**
 * A disk in memory that simulates power cuts: synced bytes of files and synced names of folders survive. Any part of
 * the unsynced changes may survive too.
 */
export class SimulatedDisk implements Files {
  readonly #folders = new Map<string, Folder>();

  /** The disk after a power cut. */
  afterPowerCut(random: Random): SimulatedDisk {
    const disk = new SimulatedDisk();
    const luck = random.pick([0, 0.5, 1]);
    for (const [path, { durable, pending }] of this.#folders) {
      const names: Names = new Map(durable);
      for (const change of pending) if (random.next() < luck) change(names);
      const nodes = new Map([...names].map(([name, node]) => [name, survivor(node, random)] as const));
      disk.#folders.set(path, { names: nodes, durable: new Map(nodes), pending: [] });
    }
    return disk;
  }

  #folder(path: string): Folder {
    const folder = this.#folders.get(path);
    if (folder === undefined) throw errorOf('ENOENT');
    return folder;
  }

  #change(path: string, change: Change): void {
    const folder = this.#folder(path);
    change(folder.names);
    folder.pending.push(change);
  }

  #node(path: string): Node {
    const node = this.#folder(dirname(path)).names.get(basename(path));
    if (node === undefined) throw errorOf('ENOENT');
    return node;
  }

  async open(path: string): Promise<OpenFile> {
    return handleOf(this.#node(path));
  }

  async create(path: string): Promise<OpenFile> {
    if (this.#folder(dirname(path)).names.has(basename(path))) throw errorOf('EEXIST');
    const node: Node = { bytes: new Uint8Array(0), durable: new Uint8Array(0) };
    this.#change(dirname(path), (names) => names.set(basename(path), node));
    return handleOf(node);
  }

  async rename(from: string, to: string): Promise<void> {
    const node = this.#node(from);
    this.#change(dirname(from), (names) => {
      names.delete(basename(from));
      names.set(basename(to), node);
    });
  }

  async syncFolder(path: string): Promise<void> {
    const folder = this.#folders.get(path);
    // Folders themselves are never lost here.
    if (folder === undefined) return;
    folder.durable = new Map(folder.names);
    folder.pending = [];
  }

  async list(path: string): Promise<string[]> {
    return [...this.#folder(path).names.keys()];
  }

  async remove(path: string): Promise<void> {
    this.#node(path);
    this.#change(dirname(path), (names) => names.delete(basename(path)));
  }

  async removeFolder(path: string): Promise<void> {
    if (this.#folder(path).names.size > 0) throw errorOf('ENOTEMPTY');
    this.#folders.delete(path);
  }

  async makeFolder(path: string): Promise<void> {
    if (!this.#folders.has(path))
      this.#folders.set(path, { names: new Map(), durable: new Map(), pending: [] });
  }

  async freeBytes(): Promise<number> {
    return Number.MAX_SAFE_INTEGER;
  }
}

/** The remains of a file: its synced bytes, or any prefix of its unsynced content, with a torn end. */
function survivor({ bytes, durable }: Node, random: Random): Node {
  if (bytes === durable) return { bytes, durable };
  const left = bytes.slice(0, random.below(bytes.length + 1));
  if (random.below(2) === 0) left.fill(0, random.below(left.length + 1));
  return { bytes: left, durable: left };
}

function handleOf(node: Node): OpenFile {
  return {
    size: async () => node.bytes.length,
    async read(into, at) {
      const part = node.bytes.subarray(at, at + into.length);
      into.set(part);
      return part.length;
    },
    async write(bytes) {
      const grown = new Uint8Array(node.bytes.length + bytes.length);
      grown.set(node.bytes);
      grown.set(bytes, node.bytes.length);
      node.bytes = grown;
      return bytes.length;
    },
    async sync() {
      node.durable = node.bytes;
    },
    async close() {},
  };
}
