import { dirname, join } from 'node:path';
import { writeAtomically } from './atomic-write.ts';
import type { Checkpoint, Key, LoadedEngine, Saved } from './checkpoint.ts';
import { type Expectation, ICU } from './expectation.ts';
import { freshName, isOurs, MANIFEST } from './file-names.ts';
import { type FileProblem, isProblem } from './file-problem.ts';
import type { Files } from './file-system.ts';
import { FORMAT } from './format.ts';
import { fittingManifest, loadEngine, manifestBytes } from './load-engine.ts';
import { filesOf, type Manifest, manifestText, parseManifest, type SegmentRecord } from './manifest.ts';
import { sectionBytes } from './sections-file.ts';
import { type WrittenSegment, writeSegment } from './segment-file.ts';

/** The segments in durable files, by key. */
type OnDisk = Map<Key, WrittenSegment>;

/**
 * The folder of one engine's files: those that its manifest names, and temporarily others.
 *
 * A save writes files under new names, syncs the folder, and only then replaces the manifest by one atomic rename: a
 * load finds the state before or the state after. Files are removed when a manifest without them is durable.
 * Saves, loads and the removal run one after another; a folder must have one `EngineFolder` at a time.
 */
export class EngineFolder {
  readonly #files: Files;
  readonly #folder: string;
  /** Segments in durable files. If a save fails at its manifest, the next one reuses the files that it wrote. */
  #onDisk: OnDisk = new Map();
  /** Whether unfinished files of an earlier process have been removed. */
  #isSwept = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(files: Files, folder: string) {
    this.#files = files;
    this.#folder = folder;
  }

  /** Saves a state. If it rejects, a later load finds this state or the one before. */
  save(checkpoint: Checkpoint): Promise<Saved> {
    return this.#inTurn(() => this.#save(checkpoint));
  }

  /** Loads the last saved state and verifies every byte before any is used. */
  load(expected: Expectation): Promise<LoadedEngine | FileProblem> {
    return this.#inTurn(async () => {
      const loaded = await loadEngine(this.#files, this.#folder, expected);
      if (isProblem(loaded)) return loaded;
      this.#onDisk = new Map(loaded.manifest.segments.map((record) => [record.file, record]));
      return loaded;
    });
  }

  /** The manifest of the last state, without reading its segments. */
  manifest(expected: Expectation): Promise<Manifest | FileProblem> {
    return this.#inTurn(() => fittingManifest(this.#files, this.#folder, expected));
  }

  /** The memory that a state takes. Cost: reads the beginning of each of its files. */
  async memoryOf({ segments }: Manifest): Promise<number> {
    let sum = 0;
    for (const file of segments) sum += await sectionBytes(this.#files, this.#folder, file);
    return sum;
  }

  /** Removes all files, and the folder if nothing else is in it. */
  remove(): Promise<void> {
    return this.#inTurn(async () => {
      this.#onDisk = new Map();
      const names = (await unlessGone(this.#files.list(this.#folder))) ?? [];
      const ours = names.filter(isOurs);
      // The manifest first: without it the other files are meaningless.
      for (const name of ours.sort((a, b) => Number(b === MANIFEST) - Number(a === MANIFEST))) {
        await unlessGone(this.#files.remove(join(this.#folder, name)));
      }
      if (ours.length === names.length) await unlessGone(this.#files.removeFolder(this.#folder));
    });
  }

  async #save(checkpoint: Checkpoint): Promise<Saved> {
    const there = await this.#prepared(checkpoint);
    const onDisk = await this.#writeFiles(checkpoint, there);
    const manifest = manifestOf(checkpoint, onDisk);
    await this.#writeManifest(manifest);
    this.#onDisk = onDisk;
    const named = new Set([MANIFEST, ...filesOf(manifest)]);
    const notRemoved = await this.#removeAll([...there].filter((name) => isOurs(name) && !named.has(name)));
    return { manifest, notRemoved };
  }

  /** Writes the segments that are in no file yet, and makes all of them durable. */
  async #writeFiles({ data, segments }: Checkpoint, there: ReadonlySet<string>): Promise<OnDisk> {
    const onDisk: OnDisk = new Map();
    const fresh: string[] = [];
    try {
      for (const { key, image, written } of segments) {
        const known = written ?? this.#onDisk.get(key);
        // The folder may have been emptied while the service runs: write missing files again.
        if (known !== undefined && there.has(known.file)) {
          onDisk.set(key, known);
          continue;
        }
        const name = freshName();
        fresh.push(name);
        onDisk.set(key, await writeSegment(this.#files, this.#folder, name, image, data));
      }
      if (fresh.length > 0) await this.#files.syncFolder(this.#folder);
    } catch (error) {
      // No manifest names these files, and the disk may be full.
      await this.#removeAll(fresh);
      throw error;
    }
    for (const [key, file] of onDisk) this.#onDisk.set(key, file);
    return onDisk;
  }

  async #writeManifest(manifest: Manifest): Promise<void> {
    const bytes = new TextEncoder().encode(manifestText(manifest));
    const readBack = parseManifest(bytes);
    if (isProblem(readBack)) throw new Error(`the new manifest is not readable: ${readBack.sentence}`);
    await writeAtomically(this.#files, this.#folder, MANIFEST, [bytes]);
    await this.#files.syncFolder(this.#folder);
  }

  /** The names in the folder, which is created if necessary. */
  async #prepared(checkpoint: Checkpoint): Promise<Set<string>> {
    const names = await unlessGone(this.#files.list(this.#folder));
    if (names === undefined) {
      await this.#files.makeFolder(this.#folder);
      await this.#files.syncFolder(dirname(this.#folder));
      return new Set();
    }
    return new Set(this.#isSwept ? names : await this.#swept(names, checkpoint));
  }

  /**
   * Removes unfinished files of an earlier process before the first save: they could fill the disk. Failed saves of
   * this process clean up after themselves.
   */
  async #swept(names: readonly string[], { segments }: Checkpoint): Promise<string[]> {
    const bytes = await unlessGone(manifestBytes(this.#files, this.#folder));
    const manifest = bytes && parseManifest(bytes);
    const kept = new Set([
      MANIFEST,
      ...(manifest === undefined || isProblem(manifest) ? [] : filesOf(manifest)),
      ...[...this.#onDisk.values()].map(({ file }) => file),
      ...segments.flatMap(({ written }) => written?.file ?? []),
    ]);
    const left = names.filter((name) => isOurs(name) && !kept.has(name));
    // The manifest may not be durable yet, and the one before it may need these files.
    if (left.length > 0) await this.#files.syncFolder(this.#folder);
    const notRemoved = await this.#removeAll(left);
    this.#isSwept = true;
    return names.filter((name) => !left.includes(name) || notRemoved.includes(name));
  }

  /** Removes unneeded files; returns those that could not be removed. */
  async #removeAll(names: readonly string[]): Promise<string[]> {
    const notRemoved: string[] = [];
    for (const name of names) {
      await unlessGone(this.#files.remove(join(this.#folder, name))).catch(() => notRemoved.push(name));
    }
    return notRemoved;
  }

  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work);
    this.#turn = turn.catch(() => {});
    return turn;
  }
}

function manifestOf({ data, segments }: Checkpoint, onDisk: OnDisk): Manifest {
  const { identity, engineId, language, schema, analysisVersion, sequence, keepsLong, writtenAt } = data;
  return {
    format: FORMAT,
    ...{ identity, engineId, language, schema, analysisVersion, icu: ICU, sequence, keepsLong, writtenAt },
    segments: segments.map(({ key, liveDocs }): SegmentRecord => {
      const { file, bytes, crc, docCount } = onDisk.get(key) as WrittenSegment;
      return { file, bytes, crc, docCount, live: liveDocs };
    }),
  };
}

/** The result of a file call, undefined if the file does not exist. */
async function unlessGone<T>(call: Promise<T>): Promise<T | undefined> {
  try {
    return await call;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
