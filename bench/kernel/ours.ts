import { setTimeout as pause } from 'node:timers/promises';
import { analyzerFor } from '../../src/analysis/language.ts';
import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import { EmbeddedGeneration } from '../../src/index/embedded/generation.ts';
import { nextMerge } from '../../src/index/embedded/merge-plan.ts';
import { View } from '../../src/index/embedded/view.ts';
import { runsToMerge, Vocabulary } from '../../src/index/embedded/vocabulary.ts';
import type { IndexChange } from '../../src/index/port.ts';
import { shownFields } from '../../src/schema/shown-fields.ts';
import type { Schema } from '../../src/schema/types.ts';
import { type BenchDocument, fateOf, readBatches, readDocuments } from '../data-set.ts';
import type { KernelEngine, LoadOrder, LoadReport } from './engine.ts';
import { fuzzyWords } from './ours-fuzzy.ts';
import { searchTree } from './ours-tree.ts';
import { LANGUAGE } from './rows.ts';
import { type Expansions, FIELDS, type QueryTree, type TreeAnswer } from './tree.ts';

export const SCHEMA: Schema = new Map([
  ['name', 'text'],
  ['summary', 'text'],
  ['body', 'text'],
  ['section', 'text'],
  ['maintainer', 'text'],
  ['priority', 'text'],
  ['tags', 'text'],
  ['size', 'number'],
  ['published', 'date'],
  ['location', 'geolocation'],
]);

/** What a published generation is at one moment. */
type Snapshot = NonNullable<ReturnType<EmbeddedGeneration['snapshot']>>;

const ENGINE_ID = 1;
const LOADED_AT_ONCE = 1_000;
/** As over HTTP: every batch becomes a segment, and merges follow. */
const CHANGED_AT_ONCE = 100;

export const changeOf = (document: BenchDocument, sequence: number): IndexChange => ({
  id: document.id,
  sequence,
  fields: shownFields({ ...document }, SCHEMA),
});

/** The embedded engine without store and threads. Nobody sorts or counts by long texts here, so none are read again. */
export const newIndex = (): EmbeddedIndex => new EmbeddedIndex({ source: async () => new Map() });

export async function newGeneration(index: EmbeddedIndex): Promise<EmbeddedGeneration> {
  const generation = await index.begin(ENGINE_ID, SCHEMA, LANGUAGE);
  if (generation instanceof EmbeddedGeneration) return generation;
  throw new Error('a generation of another index');
}

/** What is there when no merge is left to do. */
export async function settled(generation: EmbeddedGeneration): Promise<Snapshot> {
  for (;;) {
    const snapshot = generation.snapshot();
    if (snapshot === undefined) throw new Error('the generation is not published');
    const isMerged = nextMerge(snapshot.states) === undefined;
    if (isMerged && runsToMerge(snapshot.runs.map(({ run }) => run)) < 2) return snapshot;
    await pause(1);
  }
}

/** Loads a set, changes 5 % of it, and waits for merges. */
export async function loadOurs(
  { set }: LoadOrder,
  index: EmbeddedIndex,
): Promise<{ report: LoadReport; generation: EmbeddedGeneration; snapshot: Snapshot }> {
  const started = performance.now();
  const generation = await newGeneration(index);
  let sequence = 0;
  for await (const batch of readBatches(set, LOADED_AT_ONCE)) {
    const changes = batch.map((document) => changeOf(document, ++sequence));
    await generation.apply(changes, sequence);
  }
  const documents = sequence;
  await index.publish(generation);
  await settled(generation);
  let number = 0;
  let waiting: IndexChange[] = [];
  const apply = async (): Promise<void> => {
    await generation.apply(waiting, sequence);
    waiting = [];
  };
  for await (const document of readDocuments(set)) {
    const fate = fateOf(number++);
    if (fate === 'kept') continue;
    if (fate === 'replaced') waiting.push(changeOf(document, ++sequence));
    else waiting.push({ id: document.id, sequence: ++sequence, fields: null });
    if (waiting.length === CHANGED_AT_ONCE) await apply();
  }
  await apply();
  const snapshot = await settled(generation);
  const report = {
    documents,
    seconds: (performance.now() - started) / 1000,
    segments: snapshot.states.length,
    bytes: generation.byteLength,
  };
  return { report, generation, snapshot };
}

export function viewOf({ states, runs }: Snapshot): View {
  const analyzer = analyzerFor(LANGUAGE);
  const vocabulary = new Vocabulary(
    runs.map(({ run }) => run),
    (word) => analyzer.stem(word),
  );
  return new View(states, vocabulary, analyzer);
}

export class Ours implements KernelEngine {
  readonly #index = newIndex();
  #view: View | undefined;

  async load(order: LoadOrder): Promise<LoadReport> {
    const { report, snapshot } = await loadOurs(order, this.#index);
    this.#view = viewOf(snapshot);
    return report;
  }

  ask(tree: QueryTree): TreeAnswer {
    const { total, hits, facets } = searchTree(this.#loaded, tree);
    let counted = 0;
    for (const facet of facets) {
      if (facet.kind === 'value') for (const { count } of facet.values) counted += count;
    }
    return { total, ids: hits.map(({ id }) => id), counted };
  }

  expand(word: string, edits: 1 | 2): Expansions {
    return Object.fromEntries(
      FIELDS.map(({ name }) => [
        name,
        fuzzyWords(this.#loaded, name, word, edits).map((found) => found.word),
      ]),
    );
  }

  get #loaded(): View {
    if (this.#view === undefined) throw new Error('nothing is loaded');
    return this.#view;
  }
}
