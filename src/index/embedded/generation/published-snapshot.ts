import type { Analyzer } from '../../../analysis/analyzer.ts';
import type { SegmentState } from '../snapshot/live-segment.ts';
import { View } from '../snapshot/snapshot.ts';
import type { TellableView } from '../workers/searchers.ts';
import { segmentParcel } from '../workers/segment-envelope.ts';
import type { ViewMessage } from '../workers/snapshot-replicas.ts';

let lastNumber = 0;

/** A view of this thread with all that other threads must be told to see the same. Never changed. */
export class PublishedView implements TellableView {
  readonly generation: number;
  readonly number = ++lastNumber;
  readonly language: string | null;
  readonly states: readonly SegmentState[];
  readonly view: View;

  constructor(
    generation: number,
    language: string | null,
    analyzer: Analyzer,
    states: readonly SegmentState[],
  ) {
    this.generation = generation;
    this.language = language;
    this.states = states;
    this.view = new View(states, analyzer);
  }

  get keys(): number[] {
    return this.states.map(({ key }) => key);
  }

  get loadedTexts(): number {
    return this.states.reduce((sum, { segment }) => sum + segment.loadedTexts().length, 0);
  }

  message(isKnown: (key: number) => boolean): ViewMessage {
    return {
      generation: this.generation,
      number: this.number,
      language: this.language,
      states: this.states.map(({ key, version, live, segment }) => ({
        key,
        version,
        live,
        ...(!isKnown(key) && { parcel: segmentParcel(segment.image) }),
        long: segment.loadedTexts(),
      })),
    };
  }
}
