import type { Reservation } from '../runtime/memory-budget.ts';
import { DELETED } from '../segment/merge-map.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentReader } from '../snapshot/segment-reader.ts';
import type { MergedImage } from '../workers/segment-work.ts';
import type { IndexContext } from './index-context.ts';
import { freesMemory, idleMerge, mergeSize, nextMerge } from './merge-policy.ts';
import type { PublishedSnapshot } from './published-snapshot.ts';
import { warmSegment } from './segment-warming.ts';

/** Milliseconds without a write after which idle merges begin. */
const IDLE_AFTER = 2_000;

/** Milliseconds between two writes, on average, below which they are a burst. */
const BURST_INTERVAL = 80;

/** Segments above which writes wait for the running merge; otherwise continuous writes would outrun merging. */
const MAX_SEGMENTS = 64;

/** Memory of a merge in addition to its inputs: the merged segment, and as much again while it is made. */
const bytesOfMerge = (inputs: readonly SegmentReader[]): number => Math.ceil(2 * mergeSize(inputs).live);

/** The snapshot whose segments are merged, and a way to replace it. */
export interface MergeTarget {
  current(): PublishedSnapshot;
  replace(readers: readonly SegmentReader[]): void;
}

/**
 * Merges the segments of one generation in the background, as the merge policy says. The indexer does the work; each
 * merge ends with one swap of the snapshot. A merge that does not fit into memory waits.
 */
export class MergeScheduler {
  readonly #context: IndexContext;
  readonly #target: MergeTarget;
  readonly #stop = new AbortController();
  /** Set while a merge waits for memory. */
  #waiting: AbortController | undefined;
  /** Running merges; undefined while there are none. */
  #running: Promise<void> | undefined;
  /** The merge that is running, as opposed to waiting for memory. */
  #current: Promise<void> | undefined;
  #idleTimer: NodeJS.Timeout | undefined;
  #lastChange = 0;
  /** Milliseconds between two changes, a moving average. */
  #interval = IDLE_AFTER;

  constructor(context: IndexContext, target: MergeTarget) {
    this.#context = context;
    this.#target = target;
  }

  /** Merges if the policy says so; called after every change. */
  start(): void {
    const now = performance.now();
    this.#interval += (Math.min(now - this.#lastChange, IDLE_AFTER) - this.#interval) / 8;
    this.#lastChange = now;
    // After the change another merge may be better than the one that waits for memory.
    this.#waiting?.abort();
    this.#work(() => this.#run());
    clearTimeout(this.#idleTimer);
    this.#idleTimer = setTimeout(() => this.mergeIdle(), IDLE_AFTER).unref();
  }

  /** Resolves when the running merge has ended; undefined if none is running. */
  get current(): Promise<void> | undefined {
    return this.#current;
  }

  /** Resolves when another segment may be added. */
  async backpressure(): Promise<void> {
    if (this.#target.current().readers.length > MAX_SEGMENTS) await this.#current;
  }

  /** Merges further than under writes; called when no write has come for a while. */
  mergeIdle(): void {
    this.#work(async () => {
      const inputs = idleMerge(this.#target.current().readers);
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
        this.#context.merges.failed++;
        // Unmerged segments are slower, not wrong. The next change tries again.
        this.#context.warn('a merge failed', { err: error });
      })
      .finally(() => {
        this.#running = undefined;
      });
  }

  /** Resolves when nothing is left to merge, idle merges included. */
  async settled(): Promise<void> {
    await this.#idle();
    // A change may have come just after the policy was last asked.
    this.start();
    await this.#idle();
    this.mergeIdle();
    await this.#idle();
  }

  /** Loops because a change may start the next merge as soon as the last has ended. */
  async #idle(): Promise<void> {
    while (this.#running !== undefined) await this.#running;
  }

  stop(): void {
    clearTimeout(this.#idleTimer);
    this.#stop.abort(new Error('the generation is closed'));
  }

  async #run(): Promise<void> {
    while (!this.#stop.signal.aborted && (await this.#mergeSegments()));
  }

  async #mergeSegments(): Promise<boolean> {
    const next = await this.#next();
    if (next === undefined) return false;
    await this.#merge(next.inputs, next.reservation);
    return true;
  }

  async #merge(inputs: readonly SegmentReader[], reservation: Reservation): Promise<void> {
    const { merges } = this.#context;
    const merge = this.#mergeWith(inputs, reservation);
    this.#current = merge.catch(() => {});
    merges.running++;
    try {
      await merge;
      merges.done++;
    } finally {
      merges.running--;
      this.#current = undefined;
    }
  }

  async #mergeWith(inputs: readonly SegmentReader[], reservation: Reservation): Promise<void> {
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
      reservation.release();
    }
  }

  /** The next merge and its memory. A merge that frees memory does not wait for any: it would wait for itself. */
  async #next(): Promise<
    { readonly inputs: readonly SegmentReader[]; readonly reservation: Reservation } | undefined
  > {
    const { memory } = this.#context;
    for (;;) {
      const isAffordable = (more: readonly SegmentReader[]): boolean =>
        freesMemory(more) || memory.fitsWithHeadroom(bytesOfMerge(more));
      // Many small segments take more memory than a merged one.
      const isBurst = this.#interval < BURST_INTERVAL && memory.fits(memory.limit / 4);
      const inputs = nextMerge(this.#target.current().readers, isAffordable, isBurst);
      if (inputs === undefined) return undefined;
      const bytes = bytesOfMerge(inputs);
      if (freesMemory(inputs)) return { inputs, reservation: memory.reserve(bytes) };
      this.#waiting = new AbortController();
      const signal = AbortSignal.any([this.#stop.signal, this.#waiting.signal]);
      try {
        return { inputs, reservation: await memory.reserveWhenAvailable(bytes, signal) };
      } catch {
        this.#stop.signal.throwIfAborted();
      } finally {
        this.#waiting = undefined;
      }
    }
  }

  /** Replaces the inputs by the merged segment. Documents deleted during the merge are deleted in it too. */
  #swap(inputs: readonly SegmentReader[], segment: Segment, maps: MergedImage['maps']): void {
    const { readers } = this.#target.current();
    const now = new Map(readers.map((reader) => [reader.key, reader]));
    const deleted: number[] = [];
    for (const [i, input] of inputs.entries()) {
      const reader = now.get(input.key);
      // The same reader: no document was deleted.
      if (reader === input) continue;
      const map = maps[i] as Uint32Array;
      for (let doc = 0; doc < map.length; doc++) {
        if (map[doc] !== DELETED && !reader?.isLive(doc)) deleted.push(map[doc] as number);
      }
    }
    const opened = SegmentReader.opened(segment, this.#context.buffers.register(segment.sections.byteLength));
    const merged = opened.withDeleted(deleted);
    const replaced = new Set(inputs.map(({ key }) => key));
    const kept = readers.filter(({ key }) => !replaced.has(key));
    // Inputs stay neighbours: segments are only added at the end, and no other merge runs.
    const at = readers.findIndex(({ key }) => replaced.has(key));
    if (merged.liveCount > 0) kept.splice(at < 0 ? 0 : at, 0, merged);
    else this.#context.buffers.retire([merged.key]);
    this.#target.replace(kept);
  }
}
