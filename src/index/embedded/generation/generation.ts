import type { Analyzer } from '../../../analysis/analyzer.ts';
import { analyzerFor } from '../../../analysis/language.ts';
import { indexFullTexts } from '../../../errors.ts';
import type { FieldType, Schema } from '../../../values/types.ts';
import type { SearchOutcome, SearchPlan } from '../../plan.ts';
import { type ExpectedDocument, type Generation, type IndexChange, IndexFull } from '../../port.ts';
import { roughCost } from '../query/cost.ts';
import { runSearch } from '../query/search.ts';
import { GROWTH, type Room } from '../runtime/memory-budget.ts';
import { Segment } from '../segment/segment.ts';
import { SegmentState } from '../snapshot/live-segment.ts';
import type { View } from '../snapshot/snapshot.ts';
import { type Collector, sizeOf } from '../workers/indexer.ts';
import type { NewText, Recipe } from '../workers/segment-work.ts';
import type { Snapshot, Workshop } from './index-context.ts';
import { loadLongTexts, needsLongTexts } from './long-text-loader.ts';
import { Merging } from './merge-scheduler.ts';
import { ExpectedSegments } from './prebuilt-segments.ts';
import { PublishedView } from './published-snapshot.ts';
import { makeReady } from './segment-warming.ts';

/** Documents, and characters of them, that an unpublished generation collects before it makes a segment of them. */
const LOADED_AT_ONCE = 16_384;
const LOADED_TEXT = 32 * 2 ** 20;

/** Characters of documents that are built before they are committed: what fails then was little work. */
const MOST_EXPECTED = 2 ** 20;

interface Beginning {
  /** What an earlier process left. */
  readonly restored?: Restored;
  /** Memory that was kept for it beside the generation that serves. */
  readonly room?: Room;
}

type Restored = Pick<Snapshot, 'states' | 'sequence'>;

const EMPTY: Restored = { states: [], sequence: 0 };

let lastGeneration = 0;

/**
 * A generation of the embedded engine: immutable segments in the order of writing, and which of their documents
 * live. Every change makes a new view; a search keeps the view it began with. What takes time (building, merging,
 * long searches) is done by other threads; here is the bookkeeping, which is short and never half done.
 */
export class EmbeddedGeneration implements Generation {
  readonly engineId: number;
  readonly language: string | null;
  readonly #number = ++lastGeneration;
  readonly #schema: Map<string, FieldType>;
  readonly #analyzer: Analyzer;
  readonly #workshop: Workshop;
  readonly #room: Room | undefined;
  readonly #collector: Collector;
  readonly #merging: Merging;
  #published: PublishedView;
  /** Documents of an unpublished generation that are not in a segment yet. */
  readonly #collected = new Map<string, number>();
  #collectedText = 0;
  /** What they count as, where no room was kept for them. */
  #collectedRooms: Room[] = [];
  /** Deletions after `#sequence`, so that an older change cannot bring a document back. */
  readonly #graves = new Map<string, number>();
  readonly #expected = new ExpectedSegments();
  #sequence = 0;
  #isPublished = false;
  #isClosed = false;
  #turn: Promise<unknown> = Promise.resolve();

  constructor(
    engineId: number,
    schema: Schema,
    language: string | null,
    workshop: Workshop,
    { restored = EMPTY, room }: Beginning = {},
  ) {
    this.engineId = engineId;
    this.language = language;
    this.#schema = new Map(schema);
    this.#analyzer = analyzerFor(language);
    this.#workshop = workshop;
    this.#room = room;
    this.#collector = workshop.indexer.collector();
    this.#sequence = restored.sequence;
    this.#published = this.#viewOf(restored.states);
    this.#merging = new Merging(workshop, {
      current: () => this.#published,
      replace: (states) => this.#show(states),
    });
  }

  get schema(): Schema {
    return this.#schema;
  }

  /** Bytes of its buffers. */
  get byteLength(): number {
    return this.#published.states.reduce((sum, { segment }) => sum + segment.sections.byteLength, 0);
  }

  /** Documents that live in its segments. */
  get documentCount(): number {
    return this.#published.states.reduce((sum, { liveCount }) => sum + liveCount, 0);
  }

  /** What a search that begins now sees. */
  get view(): View {
    return this.#published.view;
  }

  /** Resolves when its segments are as few as they become when nobody writes. */
  settled(): Promise<void> {
    return this.#merging.settled();
  }

  /** Resolves when the merge that is worked on, if there is one, has ended. */
  async merged(): Promise<void> {
    await this.#merging.current;
  }

  /** What it is now; undefined while it is not published. */
  snapshot(): Snapshot | undefined {
    if (!this.#isPublished) return undefined;
    const { states } = this.#published;
    const { language, keepsLong } = this.#recipe;
    return { schema: new Map(this.#schema), language, keepsLong, sequence: this.#sequence, states };
  }

  /** From now on every `apply` is visible when it returns; before, documents are collected into larger segments. */
  async publish(): Promise<void> {
    await this.#inTurn(() => this.#seal());
    this.#isPublished = true;
    this.#merging.start();
  }

  async addFields(fields: Schema): Promise<void> {
    for (const [name, type] of fields) if (!this.#schema.has(name)) this.#schema.set(name, type);
  }

  expect(documents: readonly ExpectedDocument[], added: Schema): void {
    const texts = documents.map(({ id, json }) => ({ id, json, sequence: 0 }));
    const { indexer } = this.#workshop;
    if (!this.#isPublished || sizeOf(texts) > MOST_EXPECTED || !indexer.isAway(texts)) return;
    const fields = [...added].filter(([name]) => !this.#schema.has(name));
    const recipe = { ...this.#recipe, schema: [...this.#schema, ...fields] };
    this.#expected.add(recipe, texts, indexer.build(recipe, texts));
  }

  apply(changes: readonly IndexChange[], upTo?: number): Promise<void> {
    return this.#inTurn(() => this.#apply(changes, upTo));
  }

  async #apply(changes: readonly IndexChange[], upTo: number | undefined): Promise<void> {
    const newest = this.#newest(changes);
    if (newest.length > 0) {
      if (this.#isPublished) await this.#applyNow(newest);
      else await this.#collect(newest);
    }
    if (upTo !== undefined && upTo > this.#sequence) {
      this.#sequence = upTo;
      for (const [id, sequence] of this.#graves) if (sequence <= upTo) this.#graves.delete(id);
    }
    if (this.#isPublished) this.#workshop.changed(this.engineId, () => this.snapshot());
  }

  /** Builds first; the rest happens in one go, so that nobody sees half of it. */
  async #applyNow(newest: readonly IndexChange[]): Promise<void> {
    await this.#merging.keptPace();
    const written = newest.filter(isWritten).map(newText);
    const segment = written.length === 0 ? undefined : await this.#build(written);
    const states = this.#buried(newest);
    this.#remember(newest);
    if (segment === undefined) this.#show(states);
    else this.#add(states, segment);
    this.#merging.start();
  }

  async #build(written: readonly NewText[]): Promise<Segment> {
    const recipe = this.#recipe;
    const expected = await this.#expected.take(recipe, written);
    return expected ?? Segment.of((await this.#workshop.indexer.build(recipe, written)).segment);
  }

  async #collect(newest: readonly IndexChange[]): Promise<void> {
    if (newest.some(({ id }) => this.#collected.has(id))) await this.#seal();
    const written = newest.filter(isWritten).map(newText);
    this.#countCollected(sizeOf(written));
    this.#show(this.#buried(newest));
    this.#remember(newest);
    for (const { id, sequence } of written) this.#collected.set(id, sequence);
    await this.#collector.add(this.#recipe, written);
    const isEnough = this.#collector.size >= LOADED_AT_ONCE || this.#collectedText >= LOADED_TEXT;
    if (isEnough) await this.#seal();
  }

  #countCollected(text: number): void {
    this.#collectedText += text;
    if (this.#room !== undefined) return;
    this.#assertFits(text * GROWTH);
    this.#collectedRooms.push(this.#workshop.memory.take(text * GROWTH));
  }

  /** A generation that no room was kept for must not take more than there is: its engine is then not served. */
  #assertFits(bytes: number): void {
    const { memory } = this.#workshop;
    if (this.#room === undefined && !memory.fitsAgain(bytes)) {
      throw new IndexFull(indexFullTexts.tooLarge(memory.budget));
    }
  }

  #forgetCollected(): void {
    this.#collected.clear();
    this.#collectedText = 0;
    for (const room of this.#collectedRooms) room.free();
    this.#collectedRooms = [];
  }

  /** Makes a segment of what was collected. */
  async #seal(): Promise<void> {
    const built = await this.#collector.seal(this.#recipe);
    if (built === undefined) {
      this.#forgetCollected();
      return;
    }
    const segment = Segment.of(built.segment);
    await makeReady(segment, this.#workshop.seen(this.engineId));
    this.#add(this.#published.states, segment);
    this.#forgetCollected();
    this.#assertFits(0);
    this.#merging.start();
  }

  async search(plan: SearchPlan, { signal }: { signal?: AbortSignal } = {}): Promise<SearchOutcome> {
    if (this.#collector.size > 0) await this.#inTurn(() => this.#seal());
    const fields = plan.fields.filter(
      ({ name, weight }) => weight > 0 && (name === 'id' || this.#schema.get(name) === 'text'),
    );
    const usable = { ...plan, fields };
    const published = this.#published;
    const { searchers, source, shelf, small } = this.#workshop;
    const needsTexts = source !== undefined && needsLongTexts(published.view, plan);
    // Other threads have let go of a generation that is gone: told of it again, they would keep it for ever.
    const isShort = () => roughCost(published.view, usable) <= small.search;
    const others = searchers === undefined || this.#isClosed || isShort() ? undefined : searchers;
    if (!needsTexts && others === undefined) return runSearch(published.view, usable);
    const release = shelf.hold(published.keys);
    try {
      if (needsTexts) {
        const counted = (key: number, bytes: number) => shelf.extend(key, bytes);
        await loadLongTexts(published.view, this.engineId, plan, this.#schema, source, counted);
      }
      if (others !== undefined) return await others.search(published, usable, signal);
      return runSearch(published.view, usable);
    } finally {
      release();
    }
  }

  /** Ends merges, and waits until the changes under way are in. */
  async stop(): Promise<void> {
    this.#merging.stop();
    await this.#inTurn(async () => {});
  }

  /** Lets go of the generation: a merge that runs is given up, its buffers are free when nobody looks at them. */
  close(): void {
    this.#isClosed = true;
    this.#merging.stop();
    this.#forgetCollected();
    this.#collector.discard().catch(() => {
      // The thread is gone, and with it what was collected.
    });
    this.#workshop.shelf.retire(this.#published.keys);
  }

  get #recipe(): Recipe {
    return {
      language: this.language,
      schema: [...this.#schema],
      keepsLong: this.#workshop.source === undefined,
    };
  }

  /** Changes go one after another, in the order in which they were asked for. */
  #inTurn<T>(work: () => Promise<T>): Promise<T> {
    const turn = this.#turn.then(work, work);
    this.#turn = turn;
    return turn;
  }

  /** The last change of each document, without those that are older than what is known of it. */
  #newest(changes: readonly IndexChange[]): IndexChange[] {
    const last = new Map<string, IndexChange>();
    for (const change of changes) {
      const before = last.get(change.id)?.sequence ?? this.#sequenceOf(change.id);
      // All changes up to `#sequence` are in: a document that is not there then was deleted by a later one of them.
      if (before === undefined ? change.sequence <= this.#sequence : before > change.sequence) continue;
      last.delete(change.id);
      last.set(change.id, change);
    }
    return [...last.values()].sort((a, b) => a.sequence - b.sequence);
  }

  #sequenceOf(id: string): number | undefined {
    const collected = this.#collected.get(id);
    if (collected !== undefined) return collected;
    for (const state of this.#published.states) {
      const doc = state.segment.docWithId(id);
      if (doc >= 0 && state.isLive(doc)) return state.segment.sequences[doc];
    }
    return this.#graves.get(id);
  }

  /** The states after the death of the documents that these changes replace or delete. */
  #buried(changes: readonly IndexChange[]): SegmentState[] {
    return this.#published.states
      .map((state) => {
        const dead = changes
          .map(({ id }) => state.segment.docWithId(id))
          .filter((doc) => doc >= 0 && state.isLive(doc));
        return dead.length === 0 ? state : state.without(dead);
      })
      .filter((state) => state.liveCount > 0);
  }

  #remember(changes: readonly IndexChange[]): void {
    for (const change of changes) {
      if (isWritten(change)) this.#graves.delete(change.id);
      else this.#graves.set(change.id, change.sequence);
    }
  }

  #add(states: readonly SegmentState[], segment: Segment): void {
    const { shelf } = this.#workshop;
    const fresh = SegmentState.fresh(segment, shelf.put(segment.sections.byteLength));
    this.#room?.shrink(segment.sections.byteLength);
    this.#show([...states, fresh]);
  }

  #viewOf(states: readonly SegmentState[]): PublishedView {
    return new PublishedView(this.#number, this.language, this.#analyzer, states);
  }

  /** The one place where a view becomes the one that is seen. */
  #show(states: readonly SegmentState[]): void {
    const before = this.#published;
    this.#published = this.#viewOf(states);
    const kept = new Set(this.#published.keys);
    this.#workshop.shelf.retire(before.keys.filter((key) => !kept.has(key)));
  }
}

/** Asked without reading `fields`, which may have to be worked out: not even by taking the change apart. */
const isWritten = (change: IndexChange): boolean =>
  change.json === undefined ? change.fields !== null : change.json !== null;

const newText = (change: IndexChange): NewText => {
  const { id, sequence, json } = change;
  return typeof json === 'string'
    ? { id, sequence, json }
    : { id, sequence, fields: change.fields ?? new Map() };
};
