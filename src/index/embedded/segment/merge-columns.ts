import {
  type Column,
  type DateColumn,
  type NumberColumn,
  type PlaceColumn,
  type TextColumn,
  valueSections,
} from './columns.ts';
import { GONE } from './merge-map.ts';
import type { Section } from './sections.ts';

interface ColumnSource {
  readonly column: Column | undefined;
  readonly map: Uint32Array;
}

/** The sections of a column, made from those of several segments. */
export function mergeColumns(
  field: string,
  sources: readonly ColumnSource[],
  docCount: number,
): Map<string, Section> {
  const present = sources.filter(
    (source): source is { column: Column; map: Uint32Array } => source.column !== undefined,
  );
  const first = present[0];
  if (first === undefined) return new Map();
  const name = `column/${field}`;
  const starts = new Uint32Array(docCount + 1);
  for (const { column, map } of present) {
    for (let doc = 0; doc < map.length; doc++) {
      const target = map[doc] as number;
      if (target !== GONE)
        starts[target + 1] = (column.starts[doc + 1] as number) - (column.starts[doc] as number);
    }
  }
  for (let doc = 0; doc < docCount; doc++)
    starts[doc + 1] = (starts[doc + 1] as number) + (starts[doc] as number);
  const size = starts[docCount] as number;
  /** Copies the values of living documents to where they belong. */
  const copied = <T extends Section>(target: T, valuesOf: (source: number) => Section | undefined): T => {
    for (const [i, { column, map }] of present.entries()) {
      const values = valuesOf(i);
      if (values === undefined) continue;
      for (let doc = 0; doc < map.length; doc++) {
        const to = map[doc] as number;
        if (to === GONE) continue;
        let at = starts[to] as number;
        for (let from = column.starts[doc] as number; from < (column.starts[doc + 1] as number); from++) {
          target[at++] = values[from] as number;
        }
      }
    }
    return target;
  };
  const columns = present.map(({ column }) => column);
  const sections = new Map<string, Section>([[`${name}/starts`, starts]]);
  if (first.column.type === 'text') {
    const { values, remaps } = mergedValues(name, present as Array<{ column: TextColumn; map: Uint32Array }>);
    for (const [key, section] of values) sections.set(key, section);
    sections.set(
      `${name}/ordinals`,
      copied(new Uint32Array(size), (i) => remaps[i]),
    );
  } else if (first.column.type === 'geolocation') {
    const places = columns as PlaceColumn[];
    sections.set(
      `${name}/lats`,
      copied(new Float64Array(size), (i) => places[i]?.lats),
    );
    sections.set(
      `${name}/lons`,
      copied(new Float64Array(size), (i) => places[i]?.lons),
    );
  } else {
    const numbers = columns as Array<NumberColumn | DateColumn>;
    sections.set(
      `${name}/values`,
      copied(new Float64Array(size), (i) => numbers[i]?.values),
    );
    const dates = columns as DateColumn[];
    if (dates.some((column) => column.nanos !== undefined)) {
      sections.set(
        `${name}/nanos`,
        copied(new Uint32Array(size), (i) => dates[i]?.nanos),
      );
    }
  }
  return sections;
}

/** The values of living documents of several columns together, and per column its items as new ordinals. */
function mergedValues(name: string, sources: ReadonlyArray<{ column: TextColumn; map: Uint32Array }>) {
  const kept = new Set<string>();
  const long = new Set<bigint>();
  const valuesOf = sources.map(({ column, map }) => {
    const values = new Map<number, string | bigint>();
    for (let doc = 0; doc < map.length; doc++) {
      if (map[doc] === GONE) continue;
      for (let at = column.starts[doc] as number; at < (column.starts[doc + 1] as number); at++) {
        const ordinal = column.ordinals[at] as number;
        if (!values.has(ordinal)) values.set(ordinal, storedValue(column, ordinal));
      }
    }
    for (const value of values.values()) {
      if (typeof value === 'string') kept.add(value);
      else long.add(value);
    }
    return values;
  });
  const { sections, ordinalOfKept, ordinalOfHash } = valueSections(name, [...kept], [...long]);
  const remaps = sources.map(({ column }, i) =>
    column.ordinals.map((ordinal) => {
      const value = valuesOf[i]?.get(ordinal);
      // Values of dead documents have no new ordinal, and are never looked at.
      if (value === undefined) return 0;
      return (typeof value === 'string' ? ordinalOfKept.get(value) : ordinalOfHash.get(value)) as number;
    }),
  );
  return { values: sections, remaps };
}

const storedValue = ({ dictionary, long }: TextColumn, ordinal: number): string | bigint =>
  ordinal < dictionary.size ? dictionary.text(ordinal) : long.hash(ordinal - dictionary.size);
