import type { FieldType, Schema } from '../../../values/types.ts';
import { type Column, openColumn } from './columns.ts';
import { Dictionary } from './dictionary.ts';
import { IdTable } from './id-table.ts';
import type { TextsImage } from './long-texts.ts';
import { type SectionEntry, Sections } from './sections.ts';
import { TextIndex } from './text-index.ts';

/** A segment as plain data that can be sent to other threads, which share its buffer. */
export interface SegmentImage {
  readonly buffer: SharedArrayBuffer;
  readonly entries: readonly SectionEntry[];
  /** The fields that have sections. */
  readonly schema: ReadonlyArray<readonly [string, FieldType]>;
}

/**
 * An immutable part of a generation: documents in the order of writing, numbered from 0.
 *
 *   ids         dictionary of ids in order; `docOfId` gives the document of each
 *   idSlots     hash table of the ids
 *   idOf        ordinal of the id, per document
 *   sequences   sequence of the last change, per document
 *   text/...    one `TextIndex` per text field, and one for `id` unless the ids are their own words
 *   column/...  one `Column` per field
 */
export class Segment {
  readonly docCount: number;
  readonly sections: Sections;
  readonly schema: Schema;
  readonly ids: Dictionary;
  readonly docOfId: Uint32Array;
  readonly idOf: Uint32Array;
  readonly sequences: Float64Array;
  readonly #idTable: IdTable;
  readonly #texts = new Map<string, TextIndex>();
  readonly #columns = new Map<string, Column>();

  /** `schema` has the fields that have sections. */
  constructor(sections: Sections, schema: Schema) {
    this.sections = sections;
    this.schema = schema;
    this.ids = new Dictionary(sections, 'ids');
    this.#idTable = new IdTable(this.ids, sections.words('idSlots'));
    this.docOfId = sections.words('docOfId');
    this.idOf = sections.words('idOf');
    this.sequences = sections.doubles('sequences');
    this.docCount = this.sequences.length;
    this.#texts.set('id', new TextIndex(sections, 'id', this.hasOwnWords ? this : undefined));
    for (const [field, type] of schema) this.#open(field, type);
  }

  static of({ buffer, entries, schema }: SegmentImage): Segment {
    return new Segment(new Sections(buffer, entries), new Map(schema));
  }

  get image(): SegmentImage {
    const { buffer, entries } = this.sections;
    return { buffer, entries, schema: [...this.schema] };
  }

  /** Whether each id is a single word and equal to it. */
  get hasOwnWords(): boolean {
    return !this.sections.has('text/id/lengths');
  }

  #open(field: string, type: FieldType): void {
    if (type === 'text' && this.sections.has(`text/${field}/lengths`)) {
      this.#texts.set(field, new TextIndex(this.sections, field));
    }
    this.#columns.set(field, openColumn(this.sections, field, type, this.docCount));
  }

  id(doc: number): string {
    return this.ids.text(this.idOf[doc] as number);
  }

  /** The document with an id, -1 if there is none. It may be deleted: a `SegmentReader` has the live documents. */
  docWithId(id: string): number {
    const ordinal = this.#idTable.find(id);
    return ordinal < 0 ? -1 : (this.docOfId[ordinal] as number);
  }

  text(field: string): TextIndex | undefined {
    return this.#texts.get(field);
  }

  get texts(): ReadonlyMap<string, TextIndex> {
    return this.#texts;
  }

  /** The long texts that have been loaded, by field. */
  loadedTexts(): Array<readonly [string, TextsImage]> {
    const loaded: Array<readonly [string, TextsImage]> = [];
    for (const [field, column] of this.#columns) {
      if (column.type === 'text' && column.long.image !== undefined) loaded.push([field, column.long.image]);
    }
    return loaded;
  }

  /** Sets the long texts that another thread has loaded. */
  attachTexts(texts: ReadonlyArray<readonly [string, TextsImage]>): void {
    for (const [field, image] of texts) {
      const column = this.#columns.get(field);
      if (column?.type === 'text') column.long.attach(image);
    }
  }

  column(field: string): Column | undefined {
    return this.#columns.get(field);
  }
}
