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

/** How long an engine must be quiet before it is written down, in milliseconds, and how long it may keep on changing. */
const QUIET = 1_000;
const MOST_DELAY = 10_000;
/** How long a checkpoint that failed waits before it is tried again; each further one twice as long, up to a minute. */
const FIRST_RETRY = 2_000;
const LAST_RETRY = 60_000;

/** Bytes of the disk that files of the index leave to the store. */
const RESERVE = 64 * 2 ** 20;

/** What was left of an engine by an earlier process. */
export interface RestoredCheckpoint {
  readonly schema: Schema;
  readonly sequence: number;
  readonly segments: ReadonlyArray<{ readonly image: SegmentImage; readonly liveDocs: BitSet | null }>;
  /** Tells the keys by which its segments are known from now on: they are in files already. */
  keyed(keys: readonly number[]): void;
}

export interface CheckpointOptions {
  /** The folder with one folder per engine. */
  readonly folder: string;
  /** The store's. */
  readonly identity: string;
  readonly files?: Files;
  /** Called when all changes up to a sequence number are in durable files. */
  readonly covered: (engineId: number, sequence: number) => Promise<void>;
  /** What the person who runs the service should know. */
  readonly say: (level: 'info' | 'warn', message: string, facts: object) => void;
  readonly quiet?: number;
}

interface Engine {
  readonly folder: EngineFolder;
  /** The files of the segments in memory, by key. */
  readonly segments: Map<number, WrittenSegment>;
  snapshot: (() => CheckpointState | undefined) | undefined;
  /** The last sequence number and schema that were written down. */
  written: CheckpointState | undefined;
  timer: NodeJS.Timeout | undefined;
  dirtySince: number;
  failures: number;
  running: Promise<void> | undefined;
}

/**
 * Keeps the generations that serve in files, off the path of requests: the store has every change already, so a
 * checkpoint that comes late, or never, costs the next start some time and nothing else.
 */
export class Checkpoints {
  readonly #options: CheckpointOptions;
  readonly #files: Files;
  readonly #engines = new Map<number, Engine>();
  #isClosed = false;

  constructor(options: CheckpointOptions) {
    this.#options = options;
    this.#files = options.files ?? disk;
  }

  /** Says that an engine has changed; `snapshot` tells at any later time what it is then. */
  schedule(engineId: number, snapshot: () => CheckpointState | undefined): void {
    const engine = this.#engine(engineId);
    engine.snapshot = snapshot;
    if (this.#isClosed) return;
    const now = Date.now();
    if (engine.timer === undefined) engine.dirtySince = now;
    else if (now - engine.dirtySince > MOST_DELAY - this.#quiet) return;
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

  /** One checkpoint of an engine at a time; whoever comes meanwhile waits for it and then sees to the rest. */
  async #write(engineId: number, engine: Engine): Promise<void> {
    // Its failure is seen to by whoever began it.
    while (engine.running !== undefined) await engine.running.catch(() => {});
    const snapshot = engine.snapshot?.();
    if (snapshot === undefined || isSame(snapshot, engine.written)) return;
    engine.running = this.#save(engineId, engine, snapshot);
    try {
      await engine.running;
      engine.failures = 0;
      engine.written = snapshot;
    } catch (error) {
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
    await this.#options.covered(engineId, snapshot.sequence).catch((error) => {
      this.#options.say('warn', 'records of deletions could not be forgotten', {
        engine: engineId,
        err: error,
      });
    });
  }

  async #save(engineId: number, engine: Engine, snapshot: CheckpointState): Promise<void> {
    const { language, schema, sequence, readers } = snapshot;
    const { identity } = this.#options;
    await this.#leaveRoom(engine, snapshot);
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

  /** Rejects if the files would take the room that the store needs: it comes first, and can do without them. */
  async #leaveRoom({ segments }: Engine, { readers }: CheckpointState): Promise<void> {
    let bytes = RESERVE;
    for (const { key, segment } of readers) if (!segments.has(key)) bytes += segment.sections.byteLength;
    await this.#files.makeFolder(this.#options.folder);
    if ((await this.#files.freeBytes(this.#options.folder)) < bytes)
      throw new Error('the disk is nearly full');
  }

  /**
   * Reads what an earlier process left, every checksum verified; undefined if there is nothing or it cannot be used,
   * which is said. `admit` is asked before memory is taken, and may throw.
   */
  async load(known: KnownEngine, admit: (bytes: number) => void): Promise<RestoredCheckpoint | undefined> {
    const { engineId, language } = known;
    const engine = this.#engine(engineId);
    const { identity } = this.#options;
    const expected = { identity, engineId, language, analysisVersion: ANALYSIS_VERSION };
    const manifest = await engine.folder.manifest(expected);
    if (isProblem(manifest)) return this.#useless(known, manifest);
    const misfit = misfitOf(manifest, known);
    if (misfit !== undefined) return this.#useless(known, { kind: 'foreign', sentence: misfit });
    admit(await engine.folder.memoryOf(manifest));
    const loaded = await engine.folder.load(expected);
    if (isProblem(loaded)) return this.#useless(known, loaded);
    return {
      schema: new Map(loaded.manifest.schema),
      sequence: loaded.manifest.sequence,
      segments: loaded.segments.map((image, at) => ({ image, liveDocs: loaded.liveDocs[at] ?? null })),
      keyed(keys) {
        for (const [at, key] of keys.entries()) {
          engine.segments.set(key, loaded.manifest.segments[at] as WrittenSegment);
        }
      },
    };
  }

  #useless({ engineId, sequence }: KnownEngine, problem: Pick<FileProblem, 'kind' | 'sentence'>): undefined {
    // An engine without documents has nothing to lose, and a new one has no files.
    if (problem.kind === 'missing' && sequence === 0) return;
    this.#options.say('warn', `the index is rebuilt from the store: ${problem.sentence}`, {
      engine: engineId,
      kind: problem.kind,
    });
  }

  /** Removes the files of an engine that is gone. */
  async drop(engineId: number): Promise<void> {
    const engine = this.#engine(engineId);
    this.#engines.delete(engineId);
    clearTimeout(engine.timer);
    engine.snapshot = undefined;
    await engine.folder.remove().catch((error) => {
      this.#options.say('warn', 'the files of a deleted engine could not be removed', {
        engine: engineId,
        err: error,
      });
    });
  }

  /** Removes what engines left that are gone: an earlier process may have been cut off between the two. */
  async sweep(engineIds: ReadonlySet<number>): Promise<void> {
    const names = await this.#files.list(this.#options.folder).catch(() => []);
    for (const name of names) {
      if (/^[1-9]\d*$/.test(name) && !engineIds.has(Number(name))) await this.drop(Number(name));
    }
  }

  /** Writes down everything that is not in files yet. */
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
      snapshot: undefined,
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

/** Why a manifest that is whole cannot be used for this engine as the store knows it. */
function misfitOf(manifest: Manifest, known: KnownEngine): string | undefined {
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
