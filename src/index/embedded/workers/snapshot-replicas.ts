import { analyzerFor } from '../../../analysis/language.ts';
import type { BitSet } from '../segment/bits.ts';
import type { TextsImage } from '../segment/long-texts.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentReader } from '../snapshot/segment-reader.ts';
import { Snapshot } from '../snapshot/snapshot.ts';
import { fromEnvelope, type SegmentEnvelope } from './segment-envelope.ts';

/** A view as it crosses threads. Parcels come along only where the other side does not have them yet. */
export interface SnapshotMessage {
  /** The generation, and the number of its view: each change makes the next one. */
  readonly generation: number;
  readonly number: number;
  readonly engineId: number;
  readonly language: string | null;
  readonly segments: ReadonlyArray<{
    readonly key: number;
    /** Another one for every set of living documents. */
    readonly version: number;
    readonly liveDocs: BitSet | null;
    readonly envelope?: SegmentEnvelope;
    /** By field the long texts that were read from the store. */
    readonly long: ReadonlyArray<readonly [string, TextsImage]>;
  }>;
}

interface Replica {
  readonly number: number;
  readonly snapshot: Snapshot;
  readonly keys: ReadonlySet<number>;
}

/** The views of the main thread as a search worker has them: other objects over the same buffers. */
export class SnapshotReplicas {
  readonly #states = new Map<number, SegmentReader>();
  readonly #views = new Map<number, Replica>();
  /** Searches that run, by the keys of what they look at. */
  readonly #running = new Map<ReadonlySet<number>, number>();
  #waiting: Array<{ readonly keys: readonly number[]; readonly done: () => void }> = [];

  show({ generation, engineId, number, language, segments }: SnapshotMessage): void {
    const shown = segments.map(({ key, version, liveDocs, envelope, long }) => {
      const known = this.#states.get(key);
      const segment = known?.segment ?? (envelope && Segment.of(fromEnvelope(envelope)));
      if (segment === undefined) throw new Error(`segment ${key} is not known here`);
      segment.attachTexts(long);
      // What was worked out about a state stays while the state is the same.
      if (known?.version === version) return known;
      const state = SegmentReader.with(segment, liveDocs, { key, version });
      this.#states.set(key, state);
      return state;
    });
    const snapshot = new Snapshot(shown, analyzerFor(language), engineId);
    const keys = new Set(segments.map(({ key }) => key));
    this.#views.set(generation, { number, snapshot, keys });
  }

  /** A view at least as new as `number`. */
  get(generation: number, number: number): Replica {
    const mirrored = this.#views.get(generation);
    if (mirrored !== undefined && mirrored.number >= number) return mirrored;
    throw new Error(`view ${number} of generation ${generation} is not known here`);
  }

  begin({ keys }: Replica): void {
    this.#running.set(keys, (this.#running.get(keys) ?? 0) + 1);
  }

  end({ keys }: Replica): void {
    const left = (this.#running.get(keys) ?? 0) - 1;
    if (left > 0) this.#running.set(keys, left);
    else this.#running.delete(keys);
    const waiting = this.#waiting;
    this.#waiting = waiting.filter(({ keys: gone, done }) => {
      if (this.#isUsed(gone)) return true;
      done();
      return false;
    });
  }

  /** Forgets segments, and views that have them; resolves when no search looks at them any more. */
  async drop(keys: readonly number[]): Promise<void> {
    for (const key of keys) this.#states.delete(key);
    for (const [generation, mirrored] of this.#views) {
      if (keys.some((key) => mirrored.keys.has(key))) this.#views.delete(generation);
    }
    if (!this.#isUsed(keys)) return;
    await new Promise<void>((done) => this.#waiting.push({ keys, done }));
  }

  #isUsed(keys: readonly number[]): boolean {
    for (const used of this.#running.keys()) if (keys.some((key) => used.has(key))) return true;
    return false;
  }
}
