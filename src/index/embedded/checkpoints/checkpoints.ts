import { join } from 'node:path';
import { ANALYSIS_VERSION } from '../../../analysis/analyzer.ts';
import type { Schema } from '../../../values/types.ts';
import type { KnownEngine } from '../../capabilities.ts';
import { EngineFolder } from '../files/engine-folder.ts';
import { type FileProblem, isProblem } from '../files/file-problem.ts';
import { disk, type Files } from '../files/file-system.ts';
import type { Manifest } from '../files/manifest.ts';
import type { WrittenSegment } from '../files/segment-file.ts';
import type { CheckpointState } from '../generation/index-context.ts';
import type { BitSet } from '../segment/bits.ts';
import type { SegmentImage } from '../segment/segment.ts';

/** Milliseconds without a change before a checkpoint is written, and the longest delay under continuous changes. */
const QUIET = 1_000;
const MAX_DELAY = 10_000;
/** Delay before a failed checkpoint is tried again; it doubles with every failure, up to a minute. */
const FIRST_RETRY = 2_000;
const LAST_RETRY = 60_000;

/** Free bytes on the disk that index files leave to the store. */
const RESERVE = 64 * 2 ** 20;

/** The index of an engine as an earlier process left it. */
export interface RestoredCheckpoint {
  readonly schema: Schema;
  readonly sequence: number;
  readonly segments: ReadonlyArray<{ readonly image: SegmentImage; readonly liveDocs: BitSet | null }>;
  /** Says which keys its segments have from now on, so that they are not written again. */
  setKeys(keys: readonly number[]): void;
}

export interface CheckpointOptions {
  /** The folder with one folder per engine. */
  readonly folder: string;
  /** The identity of the store. */
  readonly identity: string;
  readonly files?: Files;
  /** Called when all changes up to a sequence number are in durable files. */
  readonly covered: (engineId: number, sequence: number) => Promise<void>;
  /** Logs a message. */
  readonly say: (level: 'info' | 'warn', message: string, facts: object) => void;
  readonly quiet?: number;
}

interface Engine {
  readonly folder: EngineFolder;
  /** The files of the segments in memory, by key. */
  readonly segments: Map<number, WrittenSegment>;
  state: (() => CheckpointState | undefined) | undefined;
  /** The state of the last checkpoint. */
  written: CheckpointState | undefined;
  timer: NodeJS.Timeout | undefined;
  dirtySince: number;
  failures: number;
  running: Promise<void> | undefined;
}

/**
 * Writes the serving generations to files in the background. The store has every change already, so a late or missing
 * checkpoint only makes the next start slower.
 */
export class Checkpoints {
  readonly #options: CheckpointOptions;
  readonly #files: Files;
  readonly #engines = new Map<number, Engine>();
  readonly #counts = { done: 0, failed: 0 };
  #isClosed = false;

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#files = options.files ?? disk;
  }

  /** Checkpoints since the start. */
  get counts(): { readonly done: number; readonly failed: number } {
    return this.#counts;
  }

  /** Schedules a checkpoint of an engine that has changed; `state` gives its state when the checkpoint is written. */
  schedule(engineId: number, state: () => CheckpointState | undefined): void {
    const engine = this.#engine(engineId);
    engine.state = state;
    if (this.#isClosed) return;
    const now = Date.now();
    if (engine.timer === undefined) engine.dirtySince = now;
    else if (now - engine.dirtySince > MAX_DELAY - this.#quiet) return;
    this.#arm(engineId, engine, this.#quiet);
  }

  get #quiet(): number {
    return this.#options.quiet ?? QUIET;
  }

  #arm(engineId: number, engine: Engine, delay: number): void {
    clearTimeout(engine.timer);
    engine.timer = setTimeout(() => {
      engine.timer = undefined;
      void this.#write(engineId, engine);
    }, delay).unref();
  }

  /** Writes one checkpoint of an engine at a time; a later call waits and then writes what has changed since. */
  async #write(engineId: number, engine: Engine): Promise<void> {
    // The call that began it handles its failure.
    while (engine.running !== undefined) await engine.running.catch(() => {});
    const state = engine.state?.();
    if (state === undefined || isSame(state, engine.written)) return;
    engine.running = this.#save(engineId, engine, state);
    try {
      await engine.running;
      engine.failures = 0;
      engine.written = state;
      this.#counts.done++;
    } catch (error) {
      this.#counts.failed++;
      const delay = Math.min(FIRST_RETRY * 2 ** engine.failures++, LAST_RETRY);
      this.#options.say('warn', 'a checkpoint of the index failed and will be tried again', {
        engine: engineId,
        err: error,
      });
      if (!this.#isClosed && this.#engines.get(engineId) === engine) this.#arm(engineId, engine, delay);
      return;
    } finally {
      engine.running = undefined;
    }
    await this.#options.covered(engineId, state.sequence).catch((error) => {
      this.#options.say('warn', 'records of deletions could not be forgotten', {
        engine: engineId,
        err: error,
      });
    });
  }

  async #save(engineId: number, engine: Engine, state: CheckpointState): Promise<void> {
    const { language, schema, sequence, readers } = state;
    const { identity } = this.#options;
    await this.#assertDiskSpace(engine, state);
    const { manifest } = await engine.folder.save({
      data: {
        ...{ identity, engineId, language, analysisVersion: ANALYSIS_VERSION },
        ...{ schema: [...schema], sequence, keepsLong: false, writtenAt: Date.now() },
      },
      segments: readers.map(({ key, segment, liveDocs }) => ({
        key: `segment ${key}`,
        image: segment.image,
        liveDocs,
        written: engine.segments.get(key),
      })),
    });
    engine.segments.clear();
    for (const [at, { key }] of readers.entries()) {
      const record = manifest.segments[at];
      if (record !== undefined) engine.segments.set(key, record);
    }
  }

  /** Rejects if the files would take disk space that the store needs: the store can do without them. */
  async #assertDiskSpace({ segments }: Engine, { readers }: CheckpointState): Promise<void> {
    let bytes = RESERVE;
    for (const { key, segment } of readers) if (!segments.has(key)) bytes += segment.sections.byteLength;
    await this.#files.makeFolder(this.#options.folder);
    if ((await this.#files.freeBytes(this.#options.folder)) < bytes)
      throw new Error('the disk is nearly full');
  }

  /**
   * Loads the checkpoint of an earlier process and verifies every checksum; undefined if there is none or it cannot be
   * used, which is logged. `admit` is called before memory is allocated, and may throw.
   */
  async load(known: KnownEngine, admit: (bytes: number) => void): Promise<RestoredCheckpoint | undefined> {
    const { engineId, language } = known;
    const engine = this.#engine(engineId);
    const { identity } = this.#options;
    const expected = { identity, engineId, language, analysisVersion: ANALYSIS_VERSION };
    const manifest = await engine.folder.manifest(expected);
    if (isProblem(manifest)) return this.#unusable(known, manifest);
    const mismatch = mismatchOf(manifest, known);
    if (mismatch !== undefined) return this.#unusable(known, { kind: 'foreign', sentence: mismatch });
    admit(await engine.folder.memoryOf(manifest));
    const loaded = await engine.folder.load(expected);
    if (isProblem(loaded)) return this.#unusable(known, loaded);
    return {
      schema: new Map(loaded.manifest.schema),
      sequence: loaded.manifest.sequence,
      segments: loaded.segments.map((image, at) => ({ image, liveDocs: loaded.liveDocs[at] ?? null })),
      setKeys(keys) {
        for (const [at, key] of keys.entries()) {
          engine.segments.set(key, loaded.manifest.segments[at] as WrittenSegment);
        }
      },
    };
  }

  #unusable({ engineId, sequence }: KnownEngine, problem: Pick<FileProblem, 'kind' | 'sentence'>): undefined {
    // A new engine has no files, and one without documents does not need them.
    if (problem.kind === 'missing' && sequence === 0) return;
    this.#options.say('warn', `the index is rebuilt from the store: ${problem.sentence}`, {
      engine: engineId,
      kind: problem.kind,
    });
  }

  /** Removes the files of a deleted engine. */
  async drop(engineId: number): Promise<void> {
    const engine = this.#engine(engineId);
    this.#engines.delete(engineId);
    clearTimeout(engine.timer);
    engine.state = undefined;
    await engine.folder.remove().catch((error) => {
      this.#options.say('warn', 'the files of a deleted engine could not be removed', {
        engine: engineId,
        err: error,
      });
    });
  }

  /** Removes files of deleted engines: an earlier process may have died between the deletion and the removal. */
  async sweep(engineIds: ReadonlySet<number>): Promise<void> {
    const names = await this.#files.list(this.#options.folder).catch(() => []);
    for (const name of names) {
      if (/^[1-9]\d*$/.test(name) && !engineIds.has(Number(name))) await this.drop(Number(name));
    }
  }

  /** Writes the checkpoints that are due. */
  async close(): Promise<void> {
    this.#isClosed = true;
    for (const [engineId, engine] of this.#engines) {
      clearTimeout(engine.timer);
      await this.#write(engineId, engine);
    }
  }

  #engine(engineId: number): Engine {
    const known = this.#engines.get(engineId);
    if (known !== undefined) return known;
    const engine: Engine = {
      folder: new EngineFolder(this.#files, join(this.#options.folder, String(engineId))),
      segments: new Map(),
      state: undefined,
      written: undefined,
      timer: undefined,
      dirtySince: 0,
      failures: 0,
      running: undefined,
    };
    this.#engines.set(engineId, engine);
    return engine;
  }
}

const isSame = (a: CheckpointState, b: CheckpointState | undefined): boolean =>
  b !== undefined && a.sequence === b.sequence && a.readers === b.readers && a.schema.size === b.schema.size;

/** Why an intact manifest does not fit the engine as the store knows it; undefined if it fits. */
function mismatchOf(manifest: Manifest, known: KnownEngine): string | undefined {
  if (manifest.sequence > known.sequence) return 'it is ahead of the store, which is older than it was.';
  if (manifest.sequence < known.forgotten) {
    return 'it is too far behind the store, which no longer knows all deletions since.';
  }
  if (manifest.keepsLong) return 'it keeps long texts in another way.';
  const types = new Map(manifest.schema);
  for (const [name, type] of types) {
    if (known.schema.get(name) !== type) return 'the types of its fields have changed since.';
  }
  return undefined;
}
