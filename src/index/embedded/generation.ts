import type { Analyzer } from '../../analysis/analyzer.ts';
import { analyzerFor } from '../../analysis/language.ts';
import type { FieldType, Schema } from '../../schema/types.ts';
import type { SearchOutcome, SearchPlan } from '../plan.ts';
import type { DocumentSource, Generation, IndexChange } from '../port.ts';
import { loadLongTexts } from './long-text-loader.ts';
import { runSearch } from './query/search.ts';
import { compareTexts } from './segment/dictionary.ts';
import { type MergeResult, mergeSegments } from './segment/merge.ts';
import { GONE } from './segment/merge-map.ts';
import type { Segment } from './segment/segment.ts';
import { SegmentBuilder } from './segment/segment-builder.ts';
import { SegmentState } from './segment-state.ts';
import { View } from './view.ts';
import { Vocabulary } from './vocabulary.ts';

/** Neighbouring segments of like size that are made into one. */
const MERGE_FACTOR = 8;
/** Documents that an unpublished generation collects before it makes a segment of them. */
const LOADED_AT_ONCE = 16_384;
/** How long a merge runs before it lets others have the thread, in milliseconds. */
const STEP_TIME = 3;
/** Deletions that are remembered, so that an older change cannot bring a document back. */
const KEPT_GRAVES = 100_000;

/**
 * A generation of the embedded engine: immutable segments in the order of writing, and which of their documents
 * live. Every change makes a new view; a search keeps the view it began with.
 */
export class EmbeddedGeneration implements Generation {
  readonly engineId: number;
  readonly language: string | null;
  readonly #schema: Map<string, FieldType>;
  readonly #analyzer: Analyzer;
  #view: View;
  /** Documents of an unpublished generation that are not in a segment yet, by id. */
  #loading: { builder: SegmentBuilder; sequences: Map<string, number> } | undefined;
  #isPublished = false;
  #isMerging = false;
  #isClosed = false;
  readonly #source: DocumentSource | undefined;
  readonly #graves = new Map<string, number>();

  constructor(engineId: number, schema: Schema, language: string | null, source: DocumentSource | undefined) {
    this.#source = source;
    this.engineId = engineId;
    this.language = language;
    this.#schema = new Map(schema);
    this.#analyzer = analyzerFor(language);
    const stem = (word: string) => this.#analyzer.stem(word);
    this.#view = new View([], Vocabulary.empty(stem), this.#analyzer);
  }

  get schema(): Schema {
    return this.#schema;
  }

  /** From now on every `apply` is visible when it returns; before, documents are collected into larger segments. */
  publish(): void {
    this.#seal();
    this.#isPublished = true;
  }

  async addFields(fields: Schema): Promise<void> {
    for (const [name, type] of fields) if (!this.#schema.has(name)) this.#schema.set(name, type);
  }

  async apply(changes: readonly IndexChange[]): Promise<void> {
    const newest = this.#newest(changes);
    if (newest.length === 0) return;
    if (newest.some(({ id }) => this.#loading?.sequences.has(id))) this.#seal();
    const states = this.#bury(newest.map(({ id }) => id));
    const builder = this.#loading?.builder ?? new SegmentBuilder(this.#analyzer, this.#source === undefined);
    const sequences = this.#loading?.sequences ?? new Map<string, number>();
    for (const { id, sequence, fields } of newest) {
      if (fields === null) this.#remember(id, sequence);
      else {
        builder.add({ id, sequence, fields }, this.#schema);
        sequences.set(id, sequence);
        this.#graves.delete(id);
      }
    }
    this.#view = new View(states, this.#view.vocabulary, this.#analyzer);
    this.#loading = { builder, sequences };
    if (this.#isPublished || builder.size >= LOADED_AT_ONCE) this.#seal();
  }

  async search(plan: SearchPlan): Promise<SearchOutcome> {
    if (this.#loading !== undefined) this.#seal();
    const fields = plan.fields.filter(
      ({ name, weight }) => weight > 0 && (name === 'id' || this.#schema.get(name) === 'text'),
    );
    const view = this.#view;
    if (this.#source !== undefined) {
      await loadLongTexts(view, this.engineId, plan, this.#schema, this.#source);
    }
    return runSearch(view, { ...plan, fields });
  }

  /** The last change of each document, without those that are older than what is known of it. */
  #newest(changes: readonly IndexChange[]): IndexChange[] {
    const last = new Map<string, IndexChange>();
    for (const change of changes) {
      const before = last.get(change.id)?.sequence ?? this.#sequenceOf(change.id);
      if (before !== undefined && before > change.sequence) continue;
      last.delete(change.id);
      last.set(change.id, change);
    }
    return [...last.values()].sort((a, b) => a.sequence - b.sequence);
  }

  #sequenceOf(id: string): number | undefined {
    const loading = this.#loading?.sequences.get(id);
    if (loading !== undefined) return loading;
    for (const state of this.#view.states) {
      const doc = state.segment.docWithId(id);
      if (doc >= 0 && state.isLive(doc)) return state.segment.sequences[doc];
    }
    return this.#graves.get(id);
  }

  /** The states after the death of the documents with these ids. */
  #bury(ids: readonly string[]): SegmentState[] {
    return this.#view.states
      .map((state) => {
        const dead = ids
          .map((id) => state.segment.docWithId(id))
          .filter((doc) => doc >= 0 && state.isLive(doc));
        return dead.length === 0 ? state : state.without(dead);
      })
      .filter((state) => state.liveCount > 0);
  }

  #remember(id: string, sequence: number): void {
    this.#graves.set(id, sequence);
    if (this.#graves.size <= KEPT_GRAVES) return;
    const oldest = this.#graves.keys().next().value;
    if (oldest !== undefined) this.#graves.delete(oldest);
  }

  /** Makes a segment of what was collected. */
  #seal(): void {
    const loading = this.#loading;
    this.#loading = undefined;
    if (loading === undefined || loading.builder.size === 0) return;
    const segment = loading.builder.seal();
    const vocabulary = this.#view.vocabulary.with(wordsOf(segment));
    const states = [...this.#view.states, SegmentState.fresh(segment)];
    this.#view = new View(states, vocabulary, this.#analyzer);
    // A merge that fails leaves the segments as they are: slower, not wrong. It is not tried again.
    if (!this.#isMerging) this.#mergeBehind().catch((error: Error) => process.emitWarning(error));
  }

  /** Lets go of the generation: a merge that runs is given up. */
  close(): void {
    this.#isClosed = true;
  }

  /**
   * Merges neighbours of like size until sizes fall from old to new again, behind the back of searches and writes:
   * in short steps with pauses between them, and with one swap at the end of each merge.
   */
  async #mergeBehind(): Promise<void> {
    this.#isMerging = true;
    for (;;) {
      const from = runOfLikeSize(this.#view.states);
      if (from < 0 || this.#isClosed) break;
      const inputs = this.#view.states.slice(from);
      const steps = mergeSegments(inputs, this.#analyzer);
      let step = steps.next();
      for (let since = performance.now(); !step.done; step = steps.next()) {
        if (performance.now() - since < STEP_TIME) continue;
        await new Promise((resolve) => setImmediate(resolve));
        if (this.#isClosed) return;
        since = performance.now();
      }
      this.#swap(inputs, step.value);
    }
    this.#isMerging = false;
  }

  /** Puts a merged segment in the place of its inputs; what died while they were merged dies in it too. */
  #swap(inputs: readonly SegmentState[], { segment, maps }: MergeResult): void {
    const dead: number[] = [];
    const now = new Map(this.#view.states.map((state) => [state.segment, state]));
    for (const [i, input] of inputs.entries()) {
      const state = now.get(input.segment);
      const map = maps[i] as Uint32Array;
      for (let doc = 0; doc < map.length; doc++) {
        const isAlive = state?.isLive(doc);
        if (map[doc] !== GONE && !isAlive) dead.push(map[doc] as number);
      }
    }
    const fresh = SegmentState.fresh(segment);
    const merged = dead.length === 0 ? fresh : fresh.without(dead);
    const gone = new Set(inputs.map((input) => input.segment));
    const states = this.#view.states.filter((state) => !gone.has(state.segment));
    // New segments are added at the end only, so all that stood before the inputs still stands first.
    const before = this.#view.states.findIndex((state) => gone.has(state.segment));
    if (merged.liveCount > 0) states.splice(before < 0 ? 0 : before, 0, merged);
    this.#view = new View(states, this.#view.vocabulary, this.#analyzer);
  }
}

const tier = (state: SegmentState): number =>
  Math.floor(Math.log(Math.max(state.liveCount, 1)) / Math.log(MERGE_FACTOR));

/** Where the newest segments begin that are of one tier or below it, if there are enough of them; else -1. */
function runOfLikeSize(states: readonly SegmentState[]): number {
  if (states.length < MERGE_FACTOR) return -1;
  const from = states.length - MERGE_FACTOR;
  const last = states.slice(from);
  const least = tier(last[0] as SegmentState);
  return last.every((state) => tier(state) >= least) ? from : -1;
}

/** The words of all text fields of a segment, in order, each once. */
function wordsOf(segment: Segment): string[] {
  const words = new Set<string>();
  for (const [field, text] of segment.texts) {
    if (field === 'id') continue;
    for (let ordinal = 0; ordinal < text.words.size; ordinal++) words.add(text.words.text(ordinal));
  }
  return [...words].sort(compareTexts);
}
