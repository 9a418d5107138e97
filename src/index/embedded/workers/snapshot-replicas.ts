import { analyzerFor } from '../../../analysis/language.ts';
import type { Bits } from '../segment/bits.ts';
import type { TextsImage } from '../segment/long-texts.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentState } from '../snapshot/live-segment.ts';
import { View } from '../snapshot/snapshot.ts';
import { type SegmentParcel, segmentIn } from './segment-envelope.ts';

/** A view as it crosses threads. Parcels come along only where the other side does not have them yet. */
export interface ViewMessage {
  /** The generation, and the number of its view: each change makes the next one. */
  readonly generation: number;
  readonly number: number;
  readonly language: string | null;
  readonly states: ReadonlyArray<{
    readonly key: number;
    /** Another one for every set of living documents. */
    readonly version: number;
    readonly live: Bits | null;
    readonly parcel?: SegmentParcel;
    /** By field the long texts that were read from the store. */
    readonly long: ReadonlyArray<readonly [string, TextsImage]>;
  }>;
}

interface Mirrored {
  readonly number: number;
  readonly view: View;
  readonly keys: ReadonlySet<number>;
}

/** The views of the main thread as a search worker has them: other objects over the same buffers. */
export class Mirror {
  readonly #states = new Map<number, SegmentState>();
  readonly #views = new Map<number, Mirrored>();
  /** Searches that run, by the keys of what they look at. */
  readonly #running = new Map<ReadonlySet<number>, number>();
  #waiting: Array<{ readonly keys: readonly number[]; readonly done: () => void }> = [];

  show({ generation, number, language, states }: ViewMessage): void {
    const shown = states.map(({ key, version, live, parcel, long }) => {
      const known = this.#states.get(key);
      const segment = known?.segment ?? (parcel && Segment.of(segmentIn(parcel)));
      if (segment === undefined) throw new Error(`segment ${key} is not known here`);
      segment.attachTexts(long);
      // What was worked out about a state stays while the state is the same.
      if (known?.version === version) return known;
      const state = SegmentState.with(segment, live, { key, version });
      this.#states.set(key, state);
      return state;
    });
    const view = new View(shown, analyzerFor(language));
    const keys = new Set(states.map(({ key }) => key));
    this.#views.set(generation, { number, view, keys });
  }

  /** A view at least as new as `number`. */
  get(generation: number, number: number): Mirrored {
    const mirrored = this.#views.get(generation);
    if (mirrored !== undefined && mirrored.number >= number) return mirrored;
    throw new Error(`view ${number} of generation ${generation} is not known here`);
  }

  begin({ keys }: Mirrored): void {
    this.#running.set(keys, (this.#running.get(keys) ?? 0) + 1);
  }

  end({ keys }: Mirrored): void {
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
