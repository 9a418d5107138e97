import { EmbeddedIndex } from '../../src/index/embedded/embedded-index.ts';
import type { EmbeddedGeneration } from '../../src/index/embedded/generation/generation.ts';
import type { IndexChange } from '../../src/index/port.ts';
import { typedFields } from '../../src/values/typed-fields.ts';
import type { Schema } from '../../src/values/types.ts';
import { type BenchDocument, fateOf, readBatches, readDocuments } from '../data-set.ts';
import type { KernelEngine, LoadOrder, LoadReport } from './engine.ts';
import { planOf } from './ours-plan.ts';
import { type KernelAnswer, type KernelQuestion, PRECISION } from './question.ts';
import { LANGUAGE } from './rows.ts';

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

const ENGINE_ID = 1;
const LOADED_AT_ONCE = 1_000;
/** As over HTTP: every batch becomes a segment, and merges follow. */
const CHANGED_AT_ONCE = 100;

export const changeOf = (document: BenchDocument, sequence: number): IndexChange => ({
  id: document.id,
  sequence,
  fields: typedFields({ ...document }, SCHEMA),
});

/** The embedded engine without store and threads. Without sorts or facets on long texts, none need to be read again. */
export const newIndex = (): EmbeddedIndex => new EmbeddedIndex({ source: async () => new Map() });

export async function newGeneration(index: EmbeddedIndex, engineId = ENGINE_ID): Promise<EmbeddedGeneration> {
  return index.generation(await index.begin(engineId, SCHEMA, LANGUAGE));
}

/** The documents of a set that an engine has, by their number. */
export interface Part {
  readonly engineId: number;
  has(number: number): boolean;
}

const WHOLE: Part = { engineId: ENGINE_ID, has: () => true };

/** Loads a set, changes 5 % of it, and waits for merges. */
export async function loadOurs(
  { set }: Pick<LoadOrder, 'set'>,
  index: EmbeddedIndex,
  { engineId, has }: Part = WHOLE,
): Promise<{ report: LoadReport; generation: EmbeddedGeneration }> {
  const started = performance.now();
  const generation = await newGeneration(index, engineId);
  let sequence = 0;
  for await (const batch of readBatches(set, LOADED_AT_ONCE)) {
    const changes = batch.flatMap((document) => (has(sequence++) ? [changeOf(document, sequence)] : []));
    await generation.apply(changes, { upTo: sequence });
  }
  const documents = sequence;
  await index.publish(generation.info);
  await generation.settled();
  let number = 0;
  let waiting: IndexChange[] = [];
  const apply = async (): Promise<void> => {
    await generation.apply(waiting, { upTo: sequence });
    waiting = [];
  };
  for await (const document of readDocuments(set)) {
    const isOwn = has(number);
    const fate = fateOf(number++);
    if (fate === 'kept' || !isOwn) continue;
    if (fate === 'replaced') waiting.push(changeOf(document, ++sequence));
    else waiting.push({ id: document.id, sequence: ++sequence, fields: null });
    if (waiting.length === CHANGED_AT_ONCE) await apply();
  }
  await apply();
  // Queries run when there are no writes.
  await generation.settled();
  const report = {
    documents,
    seconds: (performance.now() - started) / 1000,
    segments: generation.snapshot.readers.length,
    bytes: generation.byteLength,
  };
  return { report, generation };
}

export class Ours implements KernelEngine {
  readonly #index = newIndex();
  #generation: EmbeddedGeneration | undefined;

  async load(order: LoadOrder): Promise<LoadReport> {
    const { report, generation } = await loadOurs(order, this.#index);
    this.#generation = generation;
    return report;
  }

  async ask(question: KernelQuestion): Promise<KernelAnswer> {
    if (this.#generation === undefined) throw new Error('nothing is loaded');
    const plan = planOf(question.text, question, PRECISION);
    const { total, hits, facets } = await this.#generation.search(plan);
    let counted = 0;
    for (const facet of facets) {
      if (facet.kind === 'value') for (const { count } of facet.values) counted += count;
    }
    return { total, ids: hits.map(({ id }) => id), counted };
  }
}
