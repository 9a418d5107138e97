import { parseDate } from '../../../values/date-value.ts';
import { parseLocation } from '../../../values/geolocation-value.ts';
import type { FieldType } from '../../../values/types.ts';
import { GrowableUint32Array } from './growable-arrays.ts';
import type { SectionSources } from './serializer.ts';
import { ValueInterner } from './value-interner.ts';

/** Collects the values of one type into sections. */
interface ValueBuilder {
  readonly size: number;
  add(item: string | number): void;
  addTo(out: SectionSources, name: string): void;
}

/** Collects the values of one field, document by document. */
export class ColumnBuilder {
  readonly #field: string;
  /** First value of each document; undefined as long as every document has exactly one. */
  #starts: GrowableUint32Array | undefined;
  readonly #values: ValueBuilder;

  constructor(field: string, type: FieldType) {
    this.#field = field;
    this.#values = valueBuilder(type);
  }

  /** Documents come in order; those without the field may be omitted. */
  add(doc: number, items: ReadonlyArray<string | number>): void {
    this.#endDocuments(doc);
    if (items.length !== 1) this.#starts ??= this.#singleStarts();
    for (const item of items) this.#values.add(item);
    this.#starts?.push(this.#values.size);
  }

  /** Ends the values of the documents below `doc`. */
  #endDocuments(doc: number): void {
    if (this.#starts === undefined && this.#values.size === doc) return;
    this.#starts ??= this.#singleStarts();
    while (this.#starts.length <= doc) this.#starts.push(this.#values.size);
  }

  #singleStarts(): GrowableUint32Array {
    const starts = new GrowableUint32Array();
    for (let doc = 0; doc <= this.#values.size; doc++) starts.push(doc);
    return starts;
  }

  addTo(out: SectionSources, docCount: number): void {
    this.#endDocuments(docCount);
    const name = `column/${this.#field}`;
    if (this.#starts !== undefined) out.set(`${name}/starts`, this.#starts);
    this.#values.addTo(out, name);
  }
}

function valueBuilder(type: FieldType): ValueBuilder {
  switch (type) {
    case 'number':
      return new NumberValues();
    case 'date':
      return new DateValues();
    case 'geolocation':
      return new GeolocationValues();
    case 'text':
      return new ValueInterner();
  }
}

class NumberValues implements ValueBuilder {
  readonly #values: number[] = [];

  get size(): number {
    return this.#values.length;
  }

  add(item: string | number): void {
    this.#values.push(item as number);
  }

  addTo(out: SectionSources, name: string): void {
    out.set(`${name}/values`, new Float64Array(this.#values));
  }
}

class DateValues implements ValueBuilder {
  readonly #values: number[] = [];
  readonly #nanos = new GrowableUint32Array();
  #hasNanos = false;

  get size(): number {
    return this.#values.length;
  }

  add(item: string | number): void {
    const date = parseDate(String(item));
    this.#values.push(date?.epochMs ?? Number.NaN);
    this.#nanos.push(date?.nanos ?? 0);
    if (date !== undefined && date.nanos !== 0) this.#hasNanos = true;
  }

  addTo(out: SectionSources, name: string): void {
    out.set(`${name}/values`, new Float64Array(this.#values));
    if (this.#hasNanos) out.set(`${name}/nanos`, this.#nanos);
  }
}

class GeolocationValues implements ValueBuilder {
  readonly #lats: number[] = [];
  readonly #lons: number[] = [];

  get size(): number {
    return this.#lats.length;
  }

  add(item: string | number): void {
    const location = parseLocation(item);
    this.#lats.push(location?.lat ?? Number.NaN);
    this.#lons.push(location?.lon ?? Number.NaN);
  }

  addTo(out: SectionSources, name: string): void {
    out.set(`${name}/lats`, new Float64Array(this.#lats)).set(`${name}/lons`, new Float64Array(this.#lons));
  }
}
