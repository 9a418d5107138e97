import { setTimeout as sleep } from 'node:timers/promises';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { sourcesOf } from '../meta-engines/sources.ts';
import { type EngineRecord, NOTICE_LAG, type Store } from '../store/port.ts';
import type { Follower } from './follower.ts';
import type { Generations } from './generations.ts';
import type { Rebuilds } from './rebuilds.ts';

/** How often a record that is out of date is read again, in milliseconds. */
const LOOK_EVERY = 20;

interface Parts {
  readonly store: Store;
  readonly generations: Generations;
  readonly follower: Follower;
  readonly rebuilds: Rebuilds;
}

/** Which changes of engines the searches of this node see. */
export class AppliedSequences {
  readonly #parts: Parts;
  readonly #time: number;

  constructor(parts: Parts, time: number = limits.sequenceWait) {
    this.#parts = parts;
    this.#time = time;
  }

  /** The change up to which this node shows an engine; undefined for a meta engine, which has no changes of its own. */
  of({ id, type }: EngineRecord): number | undefined {
    return type === 'meta' ? undefined : this.#parts.generations.known(id)?.reached;
  }

  /**
   * Waits until this node shows a change of an engine, with the types that the engine has, and gives the engine as it is
   * then. A meta engine has no changes of its own: its sources show everything that was committed before. A number
   * beyond the last change is of an engine of the same name that was deleted, or from before a backup was restored: there is
   * nothing more to wait for.
   */
  async waitFor(engine: EngineRecord, sequence: number): Promise<EngineRecord> {
    const fresh = await this.#named(engine);
    if (fresh.type === 'meta') {
      for (const { id } of await sourcesOf(this.#parts.store.engines, fresh)) {
        const source = await this.#parts.store.engines.fresh(id);
        if (source !== undefined) await this.#show(source);
      }
      return fresh;
    }
    await this.#show(fresh, Math.min(sequence, fresh.sequence));
    return fresh;
  }

  /** Waits up to `milliseconds` until searches see the types that an engine has now. */
  async typesOf(engineId: number, milliseconds: number): Promise<void> {
    const engine = await this.#parts.store.engines.fresh(engineId);
    if (engine === undefined || engine.type === 'meta') return;
    await this.#show(engine, 0, milliseconds).catch(() => {});
  }

  /** The engine that has the name now: another node may have deleted the one of a cached record and created another. */
  async #named(known: EngineRecord): Promise<EngineRecord> {
    const { engines } = this.#parts.store;
    const end = performance.now() + NOTICE_LAG;
    for (let record: EngineRecord | undefined = known; record !== undefined; ) {
      const fresh = await engines.fresh(record.id);
      if (fresh !== undefined) return fresh;
      const { id }: EngineRecord = record;
      record = await engines.byName(known.accountId, known.name);
      if (record?.id !== id) continue;
      // The notice of the deletion is on its way.
      if (performance.now() > end) break;
      await sleep(LOOK_EVERY);
    }
    throw errors.noSuchEngine();
  }

  async #show(engine: EngineRecord, sequence = engine.sequence, time = this.#time): Promise<void> {
    const { generations, follower, rebuilds } = this.#parts;
    const writer = generations.known(engine.id);
    const hasTypes = engine.runningJob !== null || writer?.hasTypes(engine.schema) === true;
    if (writer !== undefined && writer.reached >= sequence && hasTypes) return;
    const over = new AbortController();
    const timeout = sleep(time, 'late' as const, { signal: over.signal, ref: false });
    timeout.catch(() => {});
    try {
      const standing = await Promise.race([follower.catchUp(engine.id), timeout]);
      if (standing === 'late') throw errors.notCaughtUp();
      if (standing === 'current' || standing === 'deleted') return;
      const rebuilt = await Promise.race([rebuilds.settled(engine.id), timeout]);
      // The change itself is visible if only its types are old.
      if (rebuilt === 'late' && standing === 'outdated') throw errors.notCaughtUp();
    } finally {
      over.abort();
    }
  }
}
