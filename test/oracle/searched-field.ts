import type { SearchPlan } from '../../src/index/plan.ts';
import type { Schema } from '../../src/values/types.ts';
import type { OracleDocument } from './document.ts';
import type { FieldText } from './field-text.ts';

/** A field that a search looks in, with its numbers over all living documents of the engine. */
export class SearchedField {
  readonly name: string;
  readonly weight: number;
  readonly isId: boolean;
  /** The texts of the documents that have a word in the field. */
  readonly texts: ReadonlyMap<OracleDocument, FieldText>;
  readonly averageLength: number;

  constructor(name: string, weight: number, documents: readonly OracleDocument[]) {
    this.name = name;
    this.weight = weight;
    this.isId = name === 'id';
    this.texts = new Map(
      documents
        .map((document) => [document, document.text(name)] as const)
        .filter(([, text]) => text.length > 0),
    );
    const lengths = [...this.texts.values()].map((text) => text.length);
    this.averageLength = lengths.reduce((sum, length) => sum + length, 0) / lengths.length;
  }

  /** N(f). */
  get documentCount(): number {
    return this.texts.size;
  }

  /** How many documents have a text in this field that passes the test. */
  documentsWith(test: (text: FieldText) => boolean): number {
    return [...this.texts.values()].filter(test).length;
  }
}

/** The fields of a plan that can be searched: `id` and text fields with a weight above 0. */
export function searchedFields(
  fields: SearchPlan['fields'],
  schema: Schema,
  documents: readonly OracleDocument[],
): SearchedField[] {
  return fields
    .filter(({ name, weight }) => weight > 0 && (name === 'id' || schema.get(name) === 'text'))
    .map(({ name, weight }) => new SearchedField(name, weight, documents));
}
