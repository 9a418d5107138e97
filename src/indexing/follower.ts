import type { Logger } from 'pino';
import { IndexFull, IndexUnavailable } from '../index/port.ts';
import type { ChangeNotice, EngineRecord, Store } from '../store/port.ts';
import type { EngineLoader } from './engine-loader.ts';
import type { EngineLocks } from './engine-locks.ts';
import type { Standing } from './generation-writer.ts';
import { type Generations, retriedIfGone } from './generations.ts';
import type { Rebuilds } from './rebuilds.ts';
import type { UnservedEngines } from './unserved-engines.ts';
import type { WritePipeline } from './write-pipeline.ts';

/** Milliseconds from a notice to a look at the store: notices of one moment share it, and own writes are applied by then. */
const DELAY = 20;
/** How often all engines are compared with the store, whatever notices say; in milliseconds. */
const POLL_EVERY = 1_000;
/** The part of the time that comparing all engines may take is one in this many: it takes longer with more engines. */
const POLL_SHARE = 50;
/** The longest pause, in milliseconds: a look takes long while the store is away. */
const MOST_PAUSE = 10_000;
/** Engines that a notice may name without all being compared. */
const MOST_NAMED = 50;
/** Engines that catch up at the same time: each holds a page of changes in memory. */
const AT_ONCE = 4;
/** How long a node that has written has to apply its changes to a shared index before others do; in milliseconds. */
const PATIENCE = 3_000;
/** A larger lag is logged, this often; in milliseconds. */
const LOGGED_LAG = 10_000;
const LOG_EVERY = 60_000;

/** How far this node is behind the store. */
export interface Lag {
  /** Engines that have changes in the store which this node does not show yet. */
  readonly engines: number;
  /** For how long that has been so at most, in milliseconds. */
  readonly milliseconds: number;
}

type EngineState = Pick<EngineRecord, 'sequence' | 'runningJob'>;

interface FollowerParts {
  readonly store: Store;
  readonly generations: Generations;
  readonly locks: EngineLocks;
  readonly loader: EngineLoader;
  readonly rebuilds: Rebuilds;
  readonly unserved: UnservedEngines;
  readonly writes: WritePipeline;
  readonly log: Logger | undefined;
}

/**
 * Keeps the index of this node up with the commits of others: their documents and schema changes, engines that they
 * created and deleted. Notices say where to look, and a look at all engines from time to time makes up for lost ones.
 *
 * A shared index is written by the node that commits. There, only changes that nobody has applied after a while are
 * applied, because the node that committed them may be gone.
 */
export class Follower {
  readonly #parts: FollowerParts;
  readonly #closing = new AbortController();
  #unsubscribe: () => void = () => {};
  #poll: NodeJS.Timeout | undefined;
  #timer: NodeJS.Timeout | undefined;
  /** Engines to look at; `all` for every one. */
  #noticed: Set<number> | 'all' = new Set();
  #looking: Promise<void> = Promise.resolve();
  /** Calls that wait for their turn, by engine: these see everything that was committed before now. */
  readonly #waiting = new Map<number, Promise<Standing>>();
  readonly #active = new Map<number, Promise<void>>();
  readonly #rebuilding = new Set<Promise<void>>();
  /** Since when engines are behind, by `performance.now()`. */
  readonly #behind = new Map<number, number>();
  /** Shared index: the states of engines that are known to be applied. */
  readonly #checked = new Map<number, EngineState>();
  #lookedAt = performance.now();
  /** Milliseconds until the next look at all engines. */
  #interval = POLL_EVERY;
  #loggedAt = Number.NEGATIVE_INFINITY;
  /** When the failure of an engine was last logged. */
  readonly #failures = new Map<number, number>();

  constructor(parts: FollowerParts) {
    this.#parts = parts;
  }

  /** Follows until `close`. */
  start(): void {
    const { store, generations } = this.#parts;
    this.#lookedAt = performance.now();
    if (!generations.isShared) this.#unsubscribe = store.subscribe((notice) => this.#note(notice));
    for (const id of generations.engineIds) {
      this.#checked.set(id, { sequence: generations.known(id)?.reached ?? 0, runningJob: null });
    }
    this.#pollAfter(0);
  }

  async close(): Promise<void> {
    this.#closing.abort();
    this.#unsubscribe();
    clearTimeout(this.#poll);
    clearTimeout(this.#timer);
    await this.#looking;
    await Promise.all(this.#active.values());
    await Promise.all(this.#rebuilding);
  }

  get lag(): Lag {
    const now = performance.now();
    // Within that time another node applies its changes to a shared index.
    const usual = this.#parts.generations.isShared ? PATIENCE : 0;
    const since = [...this.#behind.values()].filter((one) => now - one >= usual);
    const engines = since.length;
    // A node that cannot see the store may be behind by as much.
    if (now - this.#lookedAt > 3 * this.#interval) since.push(this.#lookedAt);
    return { engines, milliseconds: Math.round(since.reduce((most, one) => Math.max(most, now - one), 0)) };
  }

  /** Brings an engine up to everything that was committed before the call. */
  catchUp(engineId: number): Promise<Standing> {
    const waiting = this.#waiting.get(engineId);
    if (waiting !== undefined) return waiting;
    const turn = this.#parts.locks.apply(engineId, () => {
      this.#waiting.delete(engineId);
      return this.#follow(engineId);
    });
    this.#waiting.set(engineId, turn);
    return turn;
  }

  /** Runs while nothing else of the engine is applied. */
  async #follow(engineId: number): Promise<Standing> {
    const { generations, loader, unserved } = this.#parts;
    const { signal } = this.#closing;
    if (unserved.reasonFor(engineId) !== undefined) return 'current';
    const caughtUp = async (): Promise<Standing> => {
      if ((await generations.serving(engineId)) === undefined) await loader.ensure(engineId);
      const writer = await generations.serving(engineId);
      // Without a generation the engine is gone, or did not fit in memory.
      return (await writer?.catchUp({ isAdmitted: true, signal })) ?? 'current';
    };
    const standing = await retriedIfGone(caughtUp);
    if (standing === 'deleted') await this.#drop(engineId);
    else if (standing !== 'current') this.#rebuild(engineId, standing);
    this.#behind.delete(engineId);
    this.#failures.delete(engineId);
    return standing;
  }

  async #drop(engineId: number): Promise<void> {
    this.#parts.unserved.remove(engineId);
    this.#checked.delete(engineId);
    await this.#parts.generations.drop(engineId);
  }

  /** In the background: meanwhile searches see the old types. */
  #rebuild(engineId: number, standing: Standing): void {
    const { rebuilds, log } = this.#parts;
    const { signal } = this.#closing;
    if (signal.aborted || rebuilds.isRunning(engineId)) return;
    const why = standing === 'retyped' ? 'its types have changed' : 'it is too far behind the store';
    log?.info({ engine: engineId }, `the index of an engine is rebuilt: ${why}`);
    const over = rebuilds
      .run(engineId, signal)
      .catch((error) => {
        if (!signal.aborted)
          log?.error({ engine: engineId, err: error }, 'a rebuild failed, will be retried');
      })
      .finally(() => this.#rebuilding.delete(over));
    this.#rebuilding.add(over);
  }

  #note({ kinds, engines }: ChangeNotice): void {
    if (!kinds.includes('engines')) return;
    if (engines === undefined) this.#noticed = 'all';
    else if (this.#noticed !== 'all') {
      for (const id of engines) this.#noticed.add(id);
      if (this.#noticed.size > MOST_NAMED) this.#noticed = 'all';
    }
    this.#soon();
  }

  #soon(): void {
    if (this.#closing.signal.aborted) return;
    this.#timer ??= setTimeout(() => {
      this.#timer = undefined;
      this.#look();
    }, DELAY).unref();
  }

  #pollAfter(milliseconds: number): void {
    if (this.#closing.signal.aborted) return;
    this.#poll = setTimeout(async () => {
      const began = performance.now();
      this.#noticed = 'all';
      this.#look();
      await this.#looking;
      const pause = Math.max(POLL_EVERY, POLL_SHARE * (performance.now() - began));
      this.#interval = Math.min(MOST_PAUSE, pause);
      this.#pollAfter(this.#interval);
    }, milliseconds).unref();
  }

  /** Looks at the engines that notices have named, after the look that is running. */
  #look(): void {
    this.#looking = this.#looking
      .then(async () => {
        const noticed = this.#noticed;
        this.#noticed = new Set();
        if (noticed === 'all') await this.#lookAtAll();
        else for (const id of noticed) await this.#lookAt(id);
        this.#logLag();
      })
      .catch((error) => {
        // The store may be away for a while; the next poll tries again.
        if (!this.#closing.signal.aborted) this.#parts.log?.warn({ err: error }, 'cannot follow the store');
      });
  }

  async #lookAtAll(): Promise<void> {
    const began = performance.now();
    const engines = await this.#parts.store.engines.all();
    this.#lookedAt = began;
    const ids = new Set(engines.map(({ id }) => id));
    for (const engine of engines) this.#compare(engine);
    for (const id of this.#parts.generations.engineIds) if (!ids.has(id)) this.#start(id);
    for (const id of this.#behind.keys()) if (!ids.has(id)) this.#behind.delete(id);
    for (const id of this.#checked.keys()) if (!ids.has(id)) this.#checked.delete(id);
  }

  async #lookAt(engineId: number): Promise<void> {
    const engine = await this.#parts.store.engines.fresh(engineId);
    if (engine !== undefined) this.#compare(engine);
    else if (this.#parts.generations.known(engineId) !== undefined) this.#start(engineId);
  }

  #compare(engine: EngineRecord): void {
    const { id, type } = engine;
    if (type === 'meta' || this.#parts.unserved.reasonFor(id) !== undefined) return;
    if (!this.#isBehind(engine)) {
      this.#behind.delete(id);
      return;
    }
    const now = performance.now();
    const since = this.#behind.get(id) ?? now;
    this.#behind.set(id, since);
    if (!this.#parts.generations.isShared) this.#start(id);
    else if (now - since >= PATIENCE) this.#start(id, engine);
  }

  #isBehind(engine: EngineRecord): boolean {
    const { generations, writes, rebuilds } = this.#parts;
    const { id, sequence, runningJob, schema } = engine;
    if (generations.isShared) {
      const checked = this.#checked.get(id);
      return sequence > (checked?.sequence ?? -1) || runningJob !== checked?.runningJob;
    }
    const writer = generations.known(id);
    if (writer === undefined) return true;
    if (sequence > Math.max(writer.reached, writes.queuedUpTo(id))) return true;
    if (!writer.knowsJobOf(engine)) return true;
    // During a job the types are compared when it ends.
    return runningJob === null && !writer.hasTypes(schema) && !rebuilds.isRunning(id);
  }

  /** Lets an engine catch up in the background; if too many do, at the next look. */
  #start(engineId: number, state?: EngineState): void {
    if (this.#active.has(engineId) || this.#closing.signal.aborted) return;
    if (this.#active.size >= AT_ONCE) return;
    const run = this.catchUp(engineId)
      .then(() => {
        if (state !== undefined) {
          this.#checked.set(engineId, { sequence: state.sequence, runningJob: state.runningJob });
        }
      })
      .catch((error) => this.#failed(engineId, error))
      .finally(() => {
        this.#active.delete(engineId);
        if (this.#behind.size > this.#active.size && !this.#parts.generations.isShared) {
          this.#noticed = 'all';
          this.#soon();
        }
      });
    this.#active.set(engineId, run);
  }

  /** The engine stays behind, and the next look tries again. */
  #failed(engineId: number, error: unknown): void {
    const now = performance.now();
    const loggedAt = this.#failures.get(engineId) ?? Number.NEGATIVE_INFINITY;
    if (this.#closing.signal.aborted || now - loggedAt < LOG_EVERY) return;
    this.#failures.set(engineId, now);
    const isExpected = error instanceof IndexFull || error instanceof IndexUnavailable;
    const facts = { engine: engineId, ...(isExpected ? { reason: error.message } : { err: error }) };
    this.#parts.log?.warn(facts, 'changes of other nodes could not be applied, will be retried');
  }

  #logLag(): void {
    const { engines, milliseconds } = this.lag;
    const now = performance.now();
    if (milliseconds < LOGGED_LAG || now - this.#loggedAt < LOG_EVERY) return;
    this.#loggedAt = now;
    this.#parts.log?.warn({ engines, milliseconds }, 'this node is behind the store');
  }
}
