import type { SearchAnswer, SendSearch } from '../../src/migration/part-search.ts';
import type { PartitionLimits } from '../../src/migration/partition-limits.ts';

export type ModelDocument = { readonly id: string } & Readonly<Record<string, unknown>>;

/** Limits as those of App Search, so small that a test reaches them with a few hundred documents. */
export const SMALL: PartitionLimits = {
  reach: 50,
  group: 40,
  facetValues: 5,
  filterValues: 20,
  conditions: 32,
  valueLength: 100,
  filterBytes: 100_000,
  separated: 5,
  ranges: 10,
  stalls: 20,
  parts: 10_000,
};

export const PAGE_SIZE = 10;

type Options = Readonly<Record<string, unknown>>;
type Scalar = string | number;

const valuesOf = (document: ModelDocument, field: string): Scalar[] =>
  [document[field]].flat().filter((value) => typeof value === 'string' || typeof value === 'number');

const isDate = (value: unknown): boolean => typeof value === 'string' && /^\d{4}-\d\d-\d\dT/.test(value);
const comparable = (value: Scalar): Scalar => (isDate(value) ? Date.parse(value as string) : value);

const isWithin = (value: Scalar, { from, to }: { from?: Scalar; to?: Scalar }): boolean =>
  (from === undefined || comparable(value) >= comparable(from)) &&
  (to === undefined || comparable(value) < comparable(to));

/** Whether a document passes filters in the form that App Search has. */
export function passes(document: ModelDocument, filters: Options | undefined): boolean {
  return Object.entries(filters ?? {}).every(([name, condition]) => {
    if (name === 'all') return (condition as Options[]).every((one) => passes(document, one));
    if (name === 'none') return !(condition as Options[]).some((one) => passes(document, one));
    const values = valuesOf(document, name);
    if (Array.isArray(condition)) return values.some((value) => condition.includes(value));
    return values.some((value) => isWithin(value, condition as { from?: Scalar; to?: Scalar }));
  });
}

/** The searches of App Search over documents in memory: totals and pages have a limit, facets show the first values. */
export function modelSearch(documents: readonly ModelDocument[], limits: PartitionLimits): SendSearch {
  return async (options) => {
    const { page, filters, sort, facets } = options as {
      page: { size: number; current: number };
      filters?: Options;
      sort?: Readonly<Record<string, string>>;
      facets?: Readonly<Record<string, readonly Options[]>>;
    };
    const conditions = Object.values(filters ?? {}).flat().length;
    if (conditions > limits.conditions) throw new Error('too many filters');
    const passing = documents.filter((document) => passes(document, filters));
    const last = page.current * page.size;
    return {
      total: last > limits.reach ? 0 : Math.min(passing.length, limits.reach),
      results:
        last > limits.reach
          ? []
          : sorted(passing, sort)
              .slice(last - page.size, last)
              .map(shown),
      facets: Object.fromEntries(
        Object.entries(facets ?? {}).map(([field, definitions]) => [
          field,
          definitions.map((definition) => facetOf(passing, field, definition)),
        ]),
      ),
    } satisfies SearchAnswer;
  };
}

const shown = (document: ModelDocument) =>
  Object.fromEntries(Object.entries(document).map(([name, raw]) => [name, { raw }]));

/** Missing values are last; equal ones are in the order of ids. */
function sorted(documents: readonly ModelDocument[], sort: Readonly<Record<string, string>> = { id: 'asc' }) {
  const [[field, direction] = ['id', 'asc']] = Object.entries(sort);
  const sign = direction === 'asc' ? 1 : -1;
  const keyOf = (document: ModelDocument): Scalar | undefined =>
    valuesOf(document, field)
      .map(comparable)
      .toSorted((a, b) => sign * compare(a, b))[0];
  return documents.toSorted((a, b) => {
    const [first, second] = [keyOf(a), keyOf(b)];
    if (first === undefined || second === undefined) {
      return Number(first === undefined) - Number(second === undefined) || compare(a.id, b.id);
    }
    return sign * compare(first, second) || compare(a.id, b.id);
  });
}

const compare = (a: Scalar, b: Scalar): number => (a < b ? -1 : a > b ? 1 : 0);

function facetOf(documents: readonly ModelDocument[], field: string, definition: Options) {
  if (definition.type === 'range') {
    const data = (definition.ranges as Options[]).map((range) => ({
      ...range,
      count: documents.filter((one) => valuesOf(one, field).some((value) => isWithin(value, range))).length,
    }));
    return { type: 'range', data };
  }
  const counts = new Map<Scalar, number>();
  for (const document of documents) {
    for (const value of new Set(valuesOf(document, field))) counts.set(value, (counts.get(value) ?? 0) + 1);
  }
  const data = [...counts]
    .map(([value, count]) => ({ value, count }))
    .sort((a, b) => b.count - a.count || compare(String(a.value), String(b.value)));
  return { type: 'value', data: data.slice(0, definition.size as number) };
}
