import type { Analyzer } from '../../analysis/analyzer.ts';
import type { SegmentState } from './segment-state.ts';
import { View } from './view.ts';
import { Vocabulary, type VocabularyRun } from './vocabulary.ts';
import type { ViewMessage } from './workers/mirror.ts';
import { runParcel, segmentParcel } from './workers/parcels.ts';
import type { TellableView } from './workers/searchers.ts';

/** A run of the vocabulary with its key on the shelf. */
export interface KeyedRun {
  readonly key: number;
  readonly run: VocabularyRun;
}

let lastNumber = 0;

/** A view of this thread with all that other threads must be told to see the same. Never changed. */
export class PublishedView implements TellableView {
  readonly generation: number;
  readonly number = ++lastNumber;
  readonly language: string | null;
  readonly states: readonly SegmentState[];
  readonly runs: readonly KeyedRun[];
  readonly view: View;

  constructor(
    generation: number,
    language: string | null,
    analyzer: Analyzer,
    states: readonly SegmentState[],
    runs: readonly KeyedRun[],
  ) {
    this.generation = generation;
    this.language = language;
    this.states = states;
    this.runs = runs;
    const vocabulary = new Vocabulary(
      runs.map(({ run }) => run),
      (word) => analyzer.stem(word),
    );
    this.view = new View(states, vocabulary, analyzer);
  }

  get keys(): number[] {
    return [...this.states, ...this.runs].map(({ key }) => key);
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
      runs: this.runs.map(({ key, run }) => ({
        key,
        ...(!isKnown(key) && { parcel: runParcel(run.image) }),
      })),
    };
  }
}
