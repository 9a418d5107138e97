import { isObject } from '../json/object.ts';
import { filtersOf, type Part, rangeOf, type Value } from './part.ts';
import type { PartitionLimits } from './partition-limits.ts';
import { RemoteError } from './remote-error.ts';
import type { FieldFacts, SplitType } from './split.ts';

/** The parts of a search response that are read. */
export interface SearchAnswer {
  /** At most as many as a search can reach. */
  readonly total: number;
  readonly results: ReadonlyArray<Readonly<Record<string, unknown>>>;
  readonly facets: Readonly<Record<string, unknown>>;
}

/** Sends a search with an empty query. */
export type SendSearch = (options: Readonly<Record<string, unknown>>) => Promise<SearchAnswer>;

export interface SplitField {
  readonly name: string;
  readonly type: SplitType;
}

/** A field that splits the values of each type in two; documents with neither half have no value. */
const PIVOTS = { number: 0, date: '1970-01-01T00:00:00.000Z' } as const;
/** Fields whose facets are asked for at once. */
const FIELDS_AT_ONCE = 32;
const NO_RESULTS = { size: 0, current: 1 };

/** Counts, describes and lists the documents of parts through searches. */
export class PartSearch {
  readonly #send: SendSearch;
  readonly #limits: PartitionLimits;
  /** Results in a page. */
  readonly #pageSize: number;

  constructor(send: SendSearch, pageSize: number, limits: PartitionLimits) {
    this.#send = send;
    this.#pageSize = pageSize;
    this.#limits = limits;
  }

  /** How many documents a part has, at most as many as a search can reach. */
  async total(part: Part): Promise<number> {
    return (await this.#search(part, { page: NO_RESULTS })).total;
  }

  /** What facets say about fields; fields that cannot have facets are left out. */
  async facts(part: Part, fields: readonly SplitField[]): Promise<FieldFacts[]> {
    const facts: FieldFacts[] = [];
    for (let from = 0; from < fields.length; from += FIELDS_AT_ONCE) {
      for (const one of await this.#factsOf(part, fields.slice(from, from + FIELDS_AT_ONCE))) facts.push(one);
    }
    return facts;
  }

  async #factsOf(part: Part, fields: readonly SplitField[]): Promise<FieldFacts[]> {
    const facets = Object.fromEntries(fields.map((field) => [field.name, this.#facetsOf(field)]));
    try {
      const answer = await this.#search(part, { page: NO_RESULTS, facets });
      return fields.map((field) => this.#readFacts(field, answer.facets[field.name]));
    } catch (error) {
      if (!(error instanceof RemoteError) || !error.isRefusal) throw error;
      // One of the fields may be the reason.
      const [only, ...others] = fields;
      if (only === undefined || others.length === 0) return [];
      const facts: FieldFacts[] = [];
      for (const field of fields) for (const one of await this.#factsOf(part, [field])) facts.push(one);
      return facts;
    }
  }

  #facetsOf({ type }: SplitField): unknown[] {
    const values = { type: 'value', size: this.#limits.facetValues, sort: { count: 'desc' } };
    if (type === 'text') return [values];
    const pivot = PIVOTS[type];
    return [values, { type: 'range', ranges: [{ from: pivot }, { to: pivot }] }];
  }

  #readFacts({ name, type }: SplitField, facets: unknown): FieldFacts {
    const values = dataOf(facets, 'value').flatMap(({ value, count }) =>
      isValue(value) && typeof count === 'number' ? [{ value, count }] : [],
    );
    const present = dataOf(facets, 'range').reduce((total, { count }) => total + Number(count), 0);
    return {
      field: name,
      type,
      values: values.toSorted((a, b) => b.count - a.count),
      isCut: values.length >= this.#limits.facetValues,
      present: type === 'text' ? undefined : present,
    };
  }

  /**
   * The smallest and the largest value of a field in a part, dates in milliseconds; undefined if it has none. Within the
   * range that the part requires: a document with several values may have others outside.
   */
  async bounds(part: Part, { name, type }: SplitField): Promise<[number, number] | undefined> {
    const required = rangeOf(part, name);
    const ends: number[] = [];
    for (const direction of ['asc', 'desc'] as const) {
      const { results } = await this.#search(part, {
        page: { size: 1, current: 1 },
        sort: { [name]: direction },
        result_fields: { id: { raw: {} }, [name]: { raw: {} } },
      });
      const shown = results[0]?.[name];
      const values = [isObject(shown) ? shown.raw : undefined].flat().map((value) => numberOf(value, type));
      const sorted = values.filter((value) => Number.isFinite(value)).sort((a, b) => a - b);
      const end = direction === 'asc' ? sorted[0] : sorted.at(-1);
      if (end === undefined) return undefined;
      ends.push(end);
    }
    const [least = 0, most = 0] = ends;
    const from = required?.from === undefined ? least : Math.max(least, numberOf(required.from, type));
    const to = required?.to === undefined ? most : Math.min(most, numberOf(required.to, type));
    return [from, to];
  }

  /** The documents before, between and after boundaries of a field. */
  async histogram(part: Part, field: string, boundaries: readonly Value[]): Promise<number[]> {
    const ranges = [...boundaries, undefined].map((to, i) => {
      const from = boundaries[i - 1];
      return { ...(from !== undefined && { from }), ...(to !== undefined && { to }), name: `range ${i}` };
    });
    const answer = await this.#search(part, {
      page: NO_RESULTS,
      facets: { [field]: [{ type: 'range', ranges }] },
    });
    // By name: the order of a response is not promised, and it may show bounds in another form.
    const counts = new Map(
      dataOf(answer.facets[field], 'range').map(({ name, count }) => [name, Number(count)]),
    );
    return ranges.map(({ name }) => counts.get(name) ?? 0);
  }

  /** Adds the ids of a part to `ids`, in some order, as far as a search reaches. Returns the total of the last page. */
  async collect(part: Part, sort: Readonly<Record<string, string>>, ids: Set<string>): Promise<number> {
    const pages = Math.ceil(this.#limits.reach / this.#pageSize);
    let last = 0;
    for (let current = 1; current <= pages; current++) {
      const { total, results } = await this.#search(part, {
        page: { size: this.#pageSize, current },
        sort,
        result_fields: { id: { raw: {} } },
      });
      for (const result of results) ids.add(idOf(result));
      if (total > 0) last = total;
      if (results.length < this.#pageSize || current * this.#pageSize >= total) break;
    }
    return last;
  }

  #search(part: Part, options: Readonly<Record<string, unknown>>): Promise<SearchAnswer> {
    const filters = filtersOf(part);
    return this.#send({ ...options, ...(filters !== undefined && { filters }) });
  }
}

const isValue = (value: unknown): value is Value => typeof value === 'string' || typeof value === 'number';

/** Dates are compared in milliseconds. */
const numberOf = (value: unknown, type: SplitType): number =>
  type === 'date' ? Date.parse(String(value)) : typeof value === 'number' ? value : Number.NaN;

/** The data of the facet of a type in the response for a field. */
const dataOf = (facets: unknown, type: string): ReadonlyArray<Readonly<Record<string, unknown>>> => {
  const facet = (Array.isArray(facets) ? facets : []).find((one) => isObject(one) && one.type === type);
  const data = isObject(facet) ? facet.data : undefined;
  return (Array.isArray(data) ? data : []).filter(isObject);
};

/** The id of a search result. */
const idOf = ({ id, _meta: meta }: Readonly<Record<string, unknown>>): string => {
  const found = isObject(id) ? id.raw : isObject(meta) ? meta.id : undefined;
  if (typeof found !== 'string') throw new RemoteError('A search result has no id.', { status: 0 });
  return found;
};
