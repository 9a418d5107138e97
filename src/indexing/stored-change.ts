import type { IndexChange } from '../index/port.ts';
import type { DocumentChange } from '../store/port.ts';
import { shownFields } from '../values/shown-fields.ts';
import type { Schema } from '../values/types.ts';
import type { ShownValue } from '../values/value.ts';

/** A change from the store for an index: what it shows is worked out only if the index asks for it here. */
export class StoredChange implements IndexChange {
  readonly id: string;
  readonly sequence: number;
  readonly json: string | null;
  readonly #schema: Schema;

  constructor({ id, sequence, json }: DocumentChange, schema: Schema) {
    this.id = id;
    this.sequence = sequence;
    this.json = json;
    this.#schema = schema;
  }

  get fields(): ReadonlyMap<string, ShownValue> | null {
    return this.json === null ? null : shownFields(JSON.parse(this.json), this.#schema);
  }
}
