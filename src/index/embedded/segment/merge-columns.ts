import type { Column, DateColumn, GeolocationColumn, NumberColumn, TextColumn } from './columns.ts';
import { DELETED, type DocMap } from './merge-map.ts';
import { mergeValues } from './merge-values.ts';
import { newOrdinals, type Ordinals } from './ordinals.ts';
import type { SectionSources } from './serializer.ts';

/** Documents whose values are copied between two yields. */
const DOCS_PER_YIELD = 0x10000;

export interface ColumnSource<T extends Column = Column> {
  readonly column: T;
  readonly map: DocMap;
}

/** Merges the columns of a field, which have the same type in all segments. */
export function* mergeColumns(
  out: SectionSources,
  field: string,
  sources: readonly ColumnSource[],
  docCount: number,
): Generator<void, void> {
  const name = `column/${field}`;
  const { starts, isSingle } = yield* mergedStarts(sources, docCount);
  const size = starts[docCount] as number;
  if (!isSingle) out.set(`${name}/starts`, starts);
  const doubles = function* (of: (column: Column) => Float64Array): Generator<void, Float64Array> {
    const target = new Float64Array(size);
    for (const source of sources) yield* copyValues(target, starts, of(source.column), source);
    return target;
  };
  switch (sources[0]?.column.type) {
    case 'text': {
      const texts = sources as ReadonlyArray<ColumnSource<TextColumn>>;
      const { ordinals, values } = yield* mergeValues(out, name, texts);
      const target = newOrdinals(size, values);
      for (const [i, source] of texts.entries())
        yield* copyValues(target, starts, source.column.ordinals, source, ordinals[i] as Uint32Array);
      out.set(`${name}/ordinals`, target);
      return;
    }
    case 'geolocation':
      out.set(`${name}/lats`, yield* doubles((column) => (column as GeolocationColumn).lats));
      out.set(`${name}/lons`, yield* doubles((column) => (column as GeolocationColumn).lons));
      return;
    case 'number':
      out.set(`${name}/values`, yield* doubles((column) => (column as NumberColumn).values));
      return;
    case 'date': {
      out.set(`${name}/values`, yield* doubles((column) => (column as DateColumn).values));
      const dates = sources as ReadonlyArray<ColumnSource<DateColumn>>;
      if (dates.every(({ column }) => column.nanos === undefined)) return;
      const target = new Uint32Array(size);
      for (const source of dates) {
        if (source.column.nanos !== undefined) yield* copyValues(target, starts, source.column.nanos, source);
      }
      out.set(`${name}/nanos`, target);
    }
  }
}

/** First value of each document; `isSingle` if every document has exactly one. */
function* mergedStarts(
  sources: readonly ColumnSource[],
  docCount: number,
): Generator<void, { starts: Uint32Array; isSingle: boolean }> {
  const starts = new Uint32Array(docCount + 1);
  for (const { column, map } of sources) {
    const { numbers } = map;
    const before = column.starts;
    for (let doc = 0; doc < numbers.length; doc++) {
      const target = numbers[doc] as number;
      if (target !== DELETED) starts[target + 1] = (before[doc + 1] as number) - (before[doc] as number);
      if (doc % DOCS_PER_YIELD === 0) yield;
    }
  }
  let isSingle = true;
  for (let doc = 0; doc < docCount; doc++) {
    if (starts[doc + 1] !== 1) isSingle = false;
    starts[doc + 1] = (starts[doc + 1] as number) + (starts[doc] as number);
    if (doc % DOCS_PER_YIELD === 0) yield;
  }
  return { starts, isSingle };
}

/**
 * Copies the values of live documents. `renumbered` maps old ordinals to new ones. The loop sees arrays of several types: a
 * small cost compared with the merge.
 */
function* copyValues(
  target: Float64Array | Ordinals,
  starts: Uint32Array,
  values: Float64Array | Ordinals,
  { column, map: { numbers } }: ColumnSource,
  renumbered?: Uint32Array,
): Generator<void, void> {
  for (let doc = 0; doc < numbers.length; doc++) {
    const number = numbers[doc] as number;
    if (doc % DOCS_PER_YIELD === 0) yield;
    if (number === DELETED) continue;
    const end = column.starts[doc + 1] as number;
    for (let from = column.starts[doc] as number, to = starts[number] as number; from < end; from++, to++) {
      const value = values[from] as number;
      target[to] = renumbered === undefined ? value : (renumbered[value] as number);
    }
  }
}
