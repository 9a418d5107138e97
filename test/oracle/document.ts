import type { Analyzer } from '../../src/analysis/analyzer.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { FieldText } from './field-text.ts';
import { valuesOf } from './values.ts';

/** A living document. Its texts are taken apart once, when they are first asked for. */
export class OracleDocument {
  readonly id: string;
  readonly sequence: number;
  readonly engineId: number;
  readonly fields: ReadonlyMap<string, TypedValue>;
  readonly #analyzer: Analyzer;
  readonly #texts = new Map<string, FieldText>();

  constructor(
    id: string,
    sequence: number,
    fields: ReadonlyMap<string, TypedValue>,
    analyzer: Analyzer,
    engineId = 1,
  ) {
    this.id = id;
    this.sequence = sequence;
    this.engineId = engineId;
    this.fields = fields;
    this.#analyzer = analyzer;
  }

  /** The words of `id` or of a text field. */
  text(field: string): FieldText {
    let text = this.#texts.get(field);
    if (text === undefined) {
      text = new FieldText(valuesOf(this, field).map(String), this.#analyzer, field === 'id');
      this.#texts.set(field, text);
    }
    return text;
  }
}
