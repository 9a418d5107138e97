import type { Analyzer } from '../../../analysis/analyzer.ts';
import type { FieldType, Schema } from '../../../schema/types.ts';
import type { ShownValue } from '../../../schema/value.ts';
import { ColumnBuilder } from './columns.ts';
import { compareTexts, dictionarySections } from './dictionary.ts';
import type { Section } from './sections.ts';
import { Sections } from './sections.ts';
import { Segment } from './segment.ts';
import { TextBuilder } from './text-builder.ts';

export interface NewDocument {
  readonly id: string;
  readonly sequence: number;
  readonly fields: ReadonlyMap<string, ShownValue>;
}

/** A field's values without the nulls. */
export const itemsOf = (value: ShownValue): Array<string | number> =>
  (Array.isArray(value) ? value : [value]).filter((item): item is string | number => item !== null);

/** Collects documents, whose ids are different, and seals them into a segment. */
export class SegmentBuilder {
  readonly #analyzer: Analyzer;
  readonly #schema = new Map<string, FieldType>();
  readonly #texts: Map<string, TextBuilder>;
  readonly #columns = new Map<string, ColumnBuilder>();
  readonly #ids: string[] = [];
  readonly #sequences: number[] = [];

  readonly #keepsLong: boolean;

  /** `keepsLong`: long texts are kept whole in their columns. */
  constructor(analyzer: Analyzer, keepsLong: boolean) {
    this.#analyzer = analyzer;
    this.#keepsLong = keepsLong;
    this.#texts = new Map([['id', new TextBuilder('id', analyzer)]]);
  }

  get size(): number {
    return this.#ids.length;
  }

  add({ id, sequence, fields }: NewDocument, schema: Schema): void {
    const doc = this.#ids.length;
    this.#ids.push(id);
    this.#sequences.push(sequence);
    this.#texts.get('id')?.add(doc, [id]);
    for (const [field, value] of fields) {
      const type = schema.get(field);
      const items = itemsOf(value);
      if (type === undefined || items.length === 0) continue;
      this.#schema.set(field, type);
      this.#column(field, type).add(doc, items);
      if (type === 'text') this.#text(field).add(doc, items as string[]);
    }
  }

  #text(field: string): TextBuilder {
    const known = this.#texts.get(field) ?? new TextBuilder(field, this.#analyzer);
    this.#texts.set(field, known);
    return known;
  }

  #column(field: string, type: FieldType): ColumnBuilder {
    const known = this.#columns.get(field) ?? new ColumnBuilder(field, type, this.#keepsLong);
    this.#columns.set(field, known);
    return known;
  }

  seal(): Segment {
    const count = this.#ids.length;
    const arrays = new Map<string, Section>(identitySections(this.#ids, this.#sequences));
    for (const builder of [...this.#texts.values(), ...this.#columns.values()]) {
      for (const [name, section] of builder.sections(count)) arrays.set(name, section);
    }
    return new Segment(Sections.of(arrays), this.#schema);
  }
}

/** The sections that say which documents a segment holds. */
export function identitySections(ids: readonly string[], sequences: readonly number[]): Map<string, Section> {
  const order = Uint32Array.from(ids.keys());
  order.sort((a, b) => compareTexts(ids[a] as string, ids[b] as string));
  const idOf = new Uint32Array(ids.length);
  for (let ordinal = 0; ordinal < order.length; ordinal++) idOf[order[ordinal] as number] = ordinal;
  return new Map<string, Section>([
    ...dictionarySections(
      'ids',
      Array.from(order, (doc) => ids[doc] as string),
    ),
    ['docOfId', order],
    ['idOf', idOf],
    ['sequences', Float64Array.from(sequences)],
  ]);
}
