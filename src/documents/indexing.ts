import type { DocumentSource, Generation, IndexChange, SearchIndex } from '../index/port.ts';
import type { Schema } from '../schema/types.ts';
import { type ShownValue, shownValue } from '../schema/value.ts';
import type { DocumentChange, DocumentReader, Store } from '../store/port.ts';

/** Documents streamed at a time: so few that requests pass in between even when the documents are large. */
export const PAGE = 50;

/** A document's values as they were sent. */
export type Body = Readonly<Record<string, unknown>>;

/** What a stored document shows under a schema; fields that the schema does not know are left out. */
export function shownFields(body: Body, schema: Schema): Map<string, ShownValue> {
  const fields = new Map<string, ShownValue>();
  for (const [name, value] of Object.entries(body)) {
    const type = schema.get(name);
    if (type !== undefined) fields.set(name, shownValue(value, type));
  }
  return fields;
}

const indexChange = ({ id, sequence, json }: DocumentChange, schema: Schema): IndexChange => ({
  id,
  sequence,
  fields: json === null ? null : shownFields(JSON.parse(json), schema),
});

/** Lets requests and signals in between two pieces of work. */
export const breathe = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** How long a piece of long work goes on before it lets others in, in milliseconds. */
const STRETCH = 10;

/**
 * For long work in many small steps, called after each: lets others in once a stretch. After every step would be fair
 * to them and unfair to the work, which among many requests would hardly get on.
 */
export function stretches(): () => Promise<void> {
  let began = performance.now();
  return async () => {
    if (performance.now() - began < STRETCH) return;
    await breathe();
    began = performance.now();
  };
}

/** Reads the values of documents again, page by page, for an index that does not keep all of them. */
export const documentSource =
  (documents: DocumentReader): DocumentSource =>
  async (engineId, ids, schema) => {
    await breathe();
    const found = await documents.byIds(engineId, ids);
    return new Map([...found].map(([id, { json }]) => [id, shownFields(JSON.parse(json), schema)]));
  };

/**
 * Brings what the store holds into the search index.
 * Changes of one engine run one after another (`exclusive`), commit and index together, so that the index sees
 * them in the order of their sequence numbers and a reindex can catch up and swap while nothing moves.
 */
export class Indexing {
  readonly #store: Store;
  readonly #index: SearchIndex;
  readonly #turns = new Map<number, Promise<unknown>>();

  constructor(store: Store, index: SearchIndex) {
    this.#store = store;
    this.#index = index;
  }

  /** Runs `work` when all earlier work on this engine has ended. */
  async exclusive<T>(engineId: number, work: () => Promise<T>): Promise<T> {
    const before = this.#turns.get(engineId) ?? Promise.resolve();
    const turn = before.then(work, work);
    this.#turns.set(engineId, turn);
    try {
      return await turn;
    } finally {
      if (this.#turns.get(engineId) === turn) this.#turns.delete(engineId);
    }
  }

  serving(engineId: number): Generation | undefined {
    return this.#index.serving(engineId);
  }

  /** Gives a new engine its first, empty generation. */
  async open(engineId: number, schema: Schema, language: string | null): Promise<void> {
    await this.#index.publish(await this.#index.begin(engineId, schema, language));
  }

  /** Builds the serving generation of an engine from the store, as at start-up. */
  async load(engineId: number, schema: Schema, language: string | null): Promise<void> {
    const generation = await this.#index.begin(engineId, schema, language);
    await this.stream(generation, Number.POSITIVE_INFINITY, async () => true);
    await this.#index.publish(generation);
  }

  /** Makes committed changes visible to searches. Called within `exclusive`. */
  async apply(engineId: number, changes: readonly DocumentChange[], added: Schema): Promise<void> {
    const generation = this.#index.serving(engineId);
    if (generation === undefined || changes.length === 0) return;
    if (added.size > 0) await generation.addFields(added);
    await this.applyTo(generation, changes);
  }

  async applyTo(generation: Generation, changes: readonly DocumentChange[]): Promise<void> {
    await generation.apply(changes.map((change) => indexChange(change, generation.schema)));
  }

  begin(engineId: number, schema: Schema, language: string | null): Promise<Generation> {
    return this.#index.begin(engineId, schema, language);
  }

  publish(generation: Generation): Promise<void> {
    return this.#index.publish(generation);
  }

  discard(generation: Generation): Promise<void> {
    return this.#index.discard(generation);
  }

  drop(engineId: number): Promise<void> {
    return this.#index.drop(engineId);
  }

  /**
   * Streams the documents of the generation's engine into it, page by page, up to those that were first inserted by
   * the change `upTo`. `onPage` sees each page after it went in and says whether to go on; the answer is false if it
   * did not.
   */
  async stream(
    generation: Generation,
    upTo: number,
    onPage: (page: readonly DocumentChange[]) => Promise<boolean>,
  ): Promise<boolean> {
    const breatheNowAndThen = stretches();
    let position = 0;
    for (;;) {
      const page = await this.#store.documents.after(generation.engineId, position, PAGE);
      const last = page.at(-1);
      if (last === undefined) return true;
      await this.applyTo(generation, page);
      if (!(await onPage(page))) return false;
      position = last.position;
      if (position >= upTo) return true;
      await breatheNowAndThen();
    }
  }
}
