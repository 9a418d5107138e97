import type { Reservation } from '../runtime/memory-budget.ts';
import { DELETED } from '../segment/merge-map.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentReader } from '../snapshot/segment-reader.ts';
import type { MergedImage } from '../workers/segment-work.ts';
import type { IndexContext } from './index-context.ts';
import { freesMemory, idleMerge, mergeSize, nextMerge } from './merge-policy.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';
import { warmSegment } from './segment-warming.ts';

/** Nobody has written for so many milliseconds: it is time to put in order what is left. */
const QUIET = 2_000;

/** Segments above which writes wait for the merge that runs: else those who write without pause would outrun it. */
const MOST_SEGMENTS = 48;

/** What a merge takes beside its inputs: the segment that it makes, and as much again on the way. */
const bytesOfMerge = (inputs: readonly SegmentReader[]): number => Math.ceil(2 * mergeSize(inputs).live);

/** What is merged: the view that is seen now, and a way to put another one in its place. */
export interface MergeTarget {
  current(): PublishedSnapshot;
  replace(readers: readonly SegmentReader[]): void;
}

/**
 * Keeps the segments of one generation few, behind the back of searches and writes: the work is the indexer's, and
 * each merge ends with one swap. A merge that does not fit into memory waits.
 */
export class MergeScheduler {
  readonly #context: IndexContext;
  readonly #merged: MergeTarget;
  readonly #stop = new AbortController();
  /** Set while a merge waits for memory. */
  #waiting: AbortController | undefined;
  /** The merges under way; undefined while there is nothing to do. */
  #running: Promise<void> | undefined;
  /** The merge that is being worked on, and not only waited for. */
  #current: Promise<void> | undefined;
  #quiet: NodeJS.Timeout | undefined;

  constructor(workshop: IndexContext, merged: MergeTarget) {
    this.#context = workshop;
    this.#merged = merged;
  }

  /** Sees whether there is something to merge; called after every change. */
  start(): void {
    // What changed may be better to merge than what waits for memory.
    this.#waiting?.abort();
    this.#work(() => this.#run());
    clearTimeout(this.#quiet);
    this.#quiet = setTimeout(() => this.mergeIdle(), QUIET).unref();
  }

  /** The end of the merge that is worked on; undefined where there is none. */
  get current(): Promise<void> | undefined {
    return this.#current;
  }

  /** Resolves when one more segment does no harm. */
  async backpressure(): Promise<void> {
    if (this.#merged.current().readers.length > MOST_SEGMENTS) await this.#current;
  }

  /** Makes few segments of what there is, as far as that is worth it; done by itself when it is quiet. */
  mergeIdle(): void {
    this.#work(async () => {
      const inputs = idleMerge(this.#merged.current().readers);
      const { memory } = this.#context;
      if (inputs === undefined || !memory.fitsWithHeadroom(bytesOfMerge(inputs))) return;
      await this.#merge(inputs, memory.reserve(bytesOfMerge(inputs)));
      await this.#run();
    });
  }

  #work(work: () => Promise<void>): void {
    if (this.#running !== undefined || this.#stop.signal.aborted) return;
    this.#running = work()
      .catch((error) => {
        if (this.#stop.signal.aborted) return;
        // The segments stay as they are: slower, not wrong. The next change tries again.
        this.#context.warn('a merge failed', { err: error });
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Resolves when there is nothing left to merge, not even what is merged when it is quiet. */
  async settled(): Promise<void> {
    await this.#idle();
    // A change may have come when the last look was just over: so there is another.
    this.start();
    await this.#idle();
    this.mergeIdle();
    await this.#idle();
  }

  /** Resolves when nobody works: a change may begin the next work as soon as the last is over. */
  async #idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  stop(): void {
    clearTimeout(this.#quiet);
    this.#stop.abort(new Error('the generation is closed'));
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted && (await this.#mergeSegments()));
  }

  async #mergeSegments(): Promise<boolean> {
    const next = await this.#next();
    if (next === undefined) return false;
    await this.#merge(next.inputs, next.room);
    return true;
  }

  async #merge(inputs: readonly SegmentReader[], room: Reservation): Promise<void> {
    const merge = this.#mergeWith(inputs, room);
    this.#current = merge.catch(() => {});
    try {
      await merge;
    } finally {
      this.#current = undefined;
    }
  }

  async #mergeWith(inputs: readonly SegmentReader[], room: Reservation): Promise<void> {
    const { indexer } = this.#context;
    const { signal } = this.#stop;
    try {
      const parts = inputs.map(({ segment, liveDocs }) => ({ image: segment.image, liveDocs }));
      const docCount = inputs.reduce((sum, { liveCount }) => sum + liveCount, 0);
      const { segment: image, maps } = await indexer.merge(parts, docCount, signal);
      const segment = Segment.of(image);
      await warmSegment(
        segment,
        inputs.map((input) => input.segment),
        signal,
      );
      signal.throwIfAborted();
      this.#swap(inputs, segment, maps);
    } finally {
      room.release();
    }
  }

  /** What to merge next, with the memory for it. What frees memory does not wait for any: it would wait for itself. */
  async #next(): Promise<
    { readonly inputs: readonly SegmentReader[]; readonly room: Reservation } | undefined
  > {
    const { memory } = this.#context;
    for (;;) {
      const isAffordable = (more: readonly SegmentReader[]): boolean =>
        freesMemory(more) || memory.fitsWithHeadroom(bytesOfMerge(more));
      const inputs = nextMerge(this.#merged.current().readers, isAffordable);
      if (inputs === undefined) return undefined;
      const bytes = bytesOfMerge(inputs);
      if (freesMemory(inputs)) return { inputs, room: memory.reserve(bytes) };
      this.#waiting = new AbortController();
      const signal = AbortSignal.any([this.#stop.signal, this.#waiting.signal]);
      try {
        return { inputs, room: await memory.reserveWhenAvailable(bytes, signal) };
      } catch {
        this.#stop.signal.throwIfAborted();
      } finally {
        this.#waiting = undefined;
      }
    }
  }

  /** Puts a merged segment in the place of its inputs; what died while they were merged dies in it too. */
  #swap(inputs: readonly SegmentReader[], segment: Segment, maps: MergedImage['maps']): void {
    const { readers } = this.#merged.current();
    const now = new Map(readers.map((reader) => [reader.key, reader]));
    const dead: number[] = [];
    for (const [i, input] of inputs.entries()) {
      const reader = now.get(input.key);
      // The very same reader: nobody died in it.
      if (reader === input) continue;
      const map = maps[i] as Uint32Array;
      for (let doc = 0; doc < map.length; doc++) {
        if (map[doc] !== DELETED && !reader?.isLive(doc)) dead.push(map[doc] as number);
      }
    }
    const fresh = SegmentReader.opened(segment, this.#context.buffers.register(segment.sections.byteLength));
    const merged = dead.length === 0 ? fresh : fresh.withDeleted(dead);
    const gone = new Set(inputs.map(({ key }) => key));
    const kept = readers.filter(({ key }) => !gone.has(key));
    // Neighbours stay neighbours: readers are added at the end only, and no other merge runs.
    const at = readers.findIndex(({ key }) => gone.has(key));
    if (merged.liveCount > 0) kept.splice(at < 0 ? 0 : at, 0, merged);
    else this.#context.buffers.retire([merged.key]);
    this.#merged.replace(kept);
  }
}
