import { analyzerFor } from '../../../analysis/language.ts';
import { dropBuffers } from '../../../threads/dropped-buffers.ts';
import type { BitSet } from '../segment/bits.ts';
import type { TextsImage } from '../segment/long-texts.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentReader } from '../snapshot/segment-reader.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import { fromEnvelope, type SegmentEnvelope } from './segment-envelope.ts';

/** A snapshot in the form in which it is sent. Envelopes are sent only for segments that the worker does not have. */
export interface SnapshotMessage {
  /** The generation, and the number of its snapshot: every change makes a higher one. */
  readonly generation: number;
  readonly number: number;
  readonly engineId: number;
  readonly language: string | null;
  readonly segments: ReadonlyArray<{
    readonly key: number;
    /** Different for every set of live documents. */
    readonly version: number;
    readonly liveDocs: BitSet | null;
    readonly envelope?: SegmentEnvelope;
    /** By field the long texts that have been loaded from the store. */
    readonly long: ReadonlyArray<readonly [string, TextsImage]>;
  }>;
}

interface Replica {
  readonly number: number;
  readonly snapshot: Snapshot;
  readonly keys: ReadonlySet<number>;
}

/** A search worker's replicas of the main thread's snapshots: other objects over the same shared buffers. */
export class SnapshotReplicas {
  readonly #readers = new Map<number, SegmentReader>();
  readonly #replicas = new Map<number, Replica>();
  /** Running searches, by the keys of the buffers that they read. */
  readonly #running = new Map<ReadonlySet<number>, number>();
  #waiting: Array<{ readonly keys: readonly number[]; readonly done: () => void }> = [];

  add({ generation, engineId, number, language, segments }: SnapshotMessage): void {
    const readers = segments.map(({ key, version, liveDocs, envelope, long }) => {
      const known = this.#readers.get(key);
      const segment = known?.segment ?? (envelope && Segment.of(fromEnvelope(envelope)));
      if (segment === undefined) throw new Error(`segment ${key} has not been sent`);
      segment.attachTexts(long);
      // A reader keeps its caches while its live documents stay the same.
      if (known?.version === version) return known;
      const reader = SegmentReader.with(segment, liveDocs, { key, version });
      this.#readers.set(key, reader);
      return reader;
    });
    const snapshot = new Snapshot(readers, analyzerFor(language), engineId);
    const keys = new Set(segments.map(({ key }) => key));
    this.#replicas.set(generation, { number, snapshot, keys });
  }

  /** A replica at least as new as `number`. */
  get(generation: number, number: number): Replica {
    const replica = this.#replicas.get(generation);
    if (replica !== undefined && replica.number >= number) return replica;
    throw new Error(`snapshot ${number} of generation ${generation} has not been sent`);
  }

  begin({ keys }: Replica): void {
    this.#running.set(keys, (this.#running.get(keys) ?? 0) + 1);
  }

  end({ keys }: Replica): void {
    const left = (this.#running.get(keys) ?? 0) - 1;
    if (left > 0) this.#running.set(keys, left);
    else this.#running.delete(keys);
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ keys: dropped, done }) => {
      if (this.#isUsed(dropped)) return true;
      done();
      return false;
    });
  }

  /** Drops segments and the replicas that have them; resolves when no search reads them any more. */
  async drop(keys: readonly number[]): Promise<void> {
    for (const key of keys) {
      dropBuffers(this.#readers.get(key)?.segment.sections.buffer.byteLength ?? 0);
      this.#readers.delete(key);
    }
    for (const [generation, replica] of this.#replicas) {
      if (keys.some((key) => replica.keys.has(key))) this.#replicas.delete(generation);
    }
    if (!this.#isUsed(keys)) return;
    await new Promise<void>((done) => this.#waiting.push({ keys, done }));
  }

  #isUsed(keys: readonly number[]): boolean {
    for (const used of this.#running.keys()) if (keys.some((key) => used.has(key))) return true;
    return false;
  }
}
