import type { Analyzer } from '../../../analysis/analyzer.ts';
import type { FieldType, Schema } from '../../../values/types.ts';
import type { TypedValue } from '../../../values/value.ts';
import { ColumnBuilder } from './column-builder.ts';
import { addIdentities } from './identity.ts';
import { Segment } from './segment.ts';
import { type SectionSources, serialize } from './serializer.ts';
import { TermInterner } from './term-interner.ts';
import { TextBuilder } from './text-builder.ts';

export interface NewDocument {
  readonly id: string;
  readonly sequence: number;
  readonly fields: ReadonlyMap<string, TypedValue>;
}

/** A field's values without the nulls. */
export function itemsOf(value: TypedValue): Array<string | number> {
  if (typeof value === 'string' || typeof value === 'number') return [value];
  return value === null ? [] : value.filter((item) => item !== null);
}

/** Whether a text is a single word and equal to it. */
function isOwnWord(text: string, analyzer: Analyzer): boolean {
  let words = 0;
  let isSame = false;
  analyzer.words(text, (word) => {
    words++;
    isSame = word === text;
  });
  return words === 1 && isSame;
}

/** Collects documents with distinct ids and seals them into a segment. */
export class SegmentBuilder {
  readonly #analyzer: Analyzer;
  readonly #schema = new Map<string, FieldType>();
  readonly #interner = new TermInterner();
  readonly #texts = new Map<string, TextBuilder>();
  /** Undefined while all ids are their own words. */
  #idWords: TextBuilder | undefined;
  readonly #columns = new Map<string, ColumnBuilder>();
  readonly #ids: string[] = [];
  readonly #sequences: number[] = [];

  constructor(analyzer: Analyzer) {
    this.#analyzer = analyzer;
  }

  get size(): number {
    return this.#ids.length;
  }

  /**
   * Estimate of the memory that the texts take until they are sealed: up to forty times their length if all words
   * differ. Other values take little more than in the segment.
   */
  get workingMemory(): number {
    let bytes = this.#interner.workingMemory + (this.#idWords?.workingMemory ?? 0);
    for (const text of this.#texts.values()) bytes += text.workingMemory;
    return bytes;
  }

  /** Throws `SegmentTooLarge` if the segment is full; the builder must not be used afterwards. */
  add({ id, sequence, fields }: NewDocument, schema: Schema): void {
    const doc = this.#ids.length;
    this.#ids.push(id);
    this.#sequences.push(sequence);
    this.#addId(doc, id);
    for (const [field, value] of fields) {
      const type = schema.get(field);
      const items = itemsOf(value);
      if (type === undefined || items.length === 0) continue;
      this.#schema.set(field, type);
      this.#column(field, type).add(doc, items);
      if (type === 'text') this.#text(field).add(doc, items as string[]);
    }
  }

  /** Ids need no words of their own while all equal their word. From the first that does not on, all are analysed. */
  #addId(doc: number, id: string): void {
    if (this.#idWords !== undefined) this.#idWords.add(doc, [id]);
    else if (!isOwnWord(id, this.#analyzer)) {
      this.#idWords = new TextBuilder('id', this.#analyzer, this.#interner);
      for (const [number, before] of this.#ids.entries()) this.#idWords.add(number, [before]);
    }
  }

  get #allTexts(): TextBuilder[] {
    return [...(this.#idWords === undefined ? [] : [this.#idWords]), ...this.#texts.values()];
  }

  #text(field: string): TextBuilder {
    const known = this.#texts.get(field) ?? new TextBuilder(field, this.#analyzer, this.#interner);
    this.#texts.set(field, known);
    return known;
  }

  #column(field: string, type: FieldType): ColumnBuilder {
    const known = this.#columns.get(field) ?? new ColumnBuilder(field, type);
    this.#columns.set(field, known);
    return known;
  }

  /** Yields after each field. */
  *seal(): Generator<void, Segment> {
    const count = this.#ids.length;
    const out: SectionSources = new Map();
    addIdentities(out, this.#ids, Float64Array.from(this.#sequences));
    const stems = this.#stems();
    const sortedTerms = this.#interner.sorted();
    for (const text of this.#allTexts) {
      text.addTo(out, count, sortedTerms, stems);
      yield;
    }
    for (const column of this.#columns.values()) {
      column.addTo(out, count);
      yield;
    }
    return new Segment(yield* serialize(out), this.#schema);
  }

  /** The number of the stem, by number of a word or subtoken. Interns the stems, the last terms of the segment. */
  #stems(): Uint32Array {
    const marks = new Uint8Array(this.#interner.size);
    for (const text of this.#allTexts) text.markStemmed(marks);
    const stems = new Uint32Array(marks.length);
    const { texts } = this.#interner;
    for (let number = 0; number < marks.length; number++) {
      if (marks[number] === 0) continue;
      const start = texts.offsets[number] as number;
      const end = texts.offsets[number + 1] as number;
      stems[number] = this.#analyzer.numberStem(texts.bytes, start, end, number, this.#interner);
    }
    return stems;
  }
}
