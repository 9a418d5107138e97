import type { IndexCapabilities, Prebuilt } from '../index/capabilities.ts';
import type { GenerationInfo, SearchIndex } from '../index/port.ts';
import type { DocumentChange, Store } from '../store/port.ts';
import { timeSlices } from '../threads/time-slice.ts';
import { typedFields } from '../values/typed-fields.ts';
import type { Schema } from '../values/types.ts';
import { servingSchema } from './serving-schema.ts';

/** Documents streamed at a time: few enough that requests get through in between, even when documents are large. */
export const PAGE = 50;
/** Changes read at a time while a generation catches up. */
export const CATCH_UP = 250;

export type Index = SearchIndex & IndexCapabilities;

export interface WriteOptions {
  /** With these changes the generation holds every change of the engine up to this sequence number. */
  readonly upTo?: number;
  readonly prebuilt?: Prebuilt | undefined;
}

interface WriterOptions {
  /** The last change the generation may be recorded to hold; undefined for no bound. */
  readonly bound?: () => number | undefined;
  /** The generation holds every change up to this sequence number already. */
  readonly reached?: number;
}

/** Brings documents and changes from the store into one generation. */
export class GenerationWriter {
  readonly #store: Store;
  readonly #index: Index;
  readonly #bound: () => number | undefined;
  #info: GenerationInfo;
  #reached: number;

  constructor(
    store: Store,
    index: Index,
    info: GenerationInfo,
    { bound = () => undefined, reached = 0 }: WriterOptions = {},
  ) {
    this.#store = store;
    this.#index = index;
    this.#info = info;
    this.#bound = bound;
    this.#reached = reached;
  }

  get info(): GenerationInfo {
    return this.#info;
  }

  /** Takes over what the index says about the generation now. */
  refresh(info: GenerationInfo): void {
    this.#info = info;
  }

  /** The sequence number up to which the generation holds every change. */
  get reached(): number {
    return this.#reached;
  }

  async addFields(fields: Schema): Promise<void> {
    const { schema } = this.#info;
    if ([...fields.keys()].every((name) => schema.has(name))) return;
    this.#info = await this.#index.addFields(this.#info, fields);
  }

  async apply(changes: readonly DocumentChange[], { upTo, prebuilt }: WriteOptions = {}): Promise<void> {
    const index = this.#index;
    const info = this.#info;
    const options = upTo === undefined ? {} : { upTo: Math.min(upTo, this.#bound() ?? upTo) };
    if (index.applyStored !== undefined) {
      await index.applyStored(info, changes, { ...options, prebuilt });
    } else {
      const converted = changes.map(({ id, sequence, json }) => ({
        id,
        sequence,
        fields: json === null ? null : typedFields(JSON.parse(json), info.schema),
      }));
      await index.apply(info, converted, options);
    }
    if (upTo !== undefined) this.#reached = Math.max(this.#reached, upTo);
  }

  /** Applies the changes that the generation does not have yet, until none is left. */
  async catchUp(): Promise<void> {
    const yieldWhenDue = timeSlices();
    const { engineId } = this.#info;
    for (;;) {
      const changes = await this.#store.documents.changesSince(engineId, this.#reached, CATCH_UP);
      const last = changes.at(-1)?.sequence;
      if (last === undefined) return;
      // Read after the changes, so that it has every field of theirs.
      const engine = await this.#store.engines.byId(engineId);
      if (engine !== undefined) await this.addFields(await servingSchema(this.#store, engine));
      await this.apply(changes, { upTo: last });
      await yieldWhenDue();
    }
  }

  /**
   * Streams the documents of the engine into the generation, page by page, up to those that were first inserted by the
   * change `upTo`. `onPage` sees each page after it was applied and says whether to go on; false if it said no.
   */
  async stream(
    upTo: number,
    onPage: (page: readonly DocumentChange[]) => Promise<boolean>,
  ): Promise<boolean> {
    const yieldWhenDue = timeSlices();
    let position = 0;
    for (;;) {
      const page = await this.#store.documents.after(this.#info.engineId, position, PAGE);
      const last = page.at(-1);
      if (last === undefined) return true;
      await this.apply(page);
      if (!(await onPage(page))) return false;
      position = last.position;
      if (position >= upTo) return true;
      await yieldWhenDue();
    }
  }
}
