import type { TestContext } from 'node:test';
import type { IndexCapabilities } from '../../../src/index/capabilities.ts';
import {
  type DocumentRef,
  EVERYTHING,
  type FacetPlan,
  type FacetValue,
  type Filter,
  type QueryPlan,
  type SearchOutcome,
  type SearchPlan,
  type SortKey,
  type SynonymExpansion,
} from '../../../src/index/plan.ts';
import type { IndexChange, SearchIndex } from '../../../src/index/port.ts';
import { matchRules } from '../../../src/search/precision.ts';
import type { FieldType, Schema } from '../../../src/values/types.ts';
import type { TypedValue } from '../../../src/values/value.ts';
import { BoundGeneration } from '../../support/bound-generation.ts';

export type SearchIndexFactory = (t: TestContext) => Promise<SearchIndex>;
/** Creates an index with the capability under test. */
export type CapableIndexFactory<K extends keyof IndexCapabilities> = (
  t: TestContext,
) => Promise<SearchIndex & Required<Pick<IndexCapabilities, K>>>;

export const schemaOf = (fields: Record<string, FieldType>): Schema => new Map(Object.entries(fields));
export const BOOKS = schemaOf({ title: 'text', pages: 'number', printed: 'date', place: 'geolocation' });

export const put = (id: string, sequence: number, fields: Record<string, TypedValue> = {}): IndexChange => ({
  id,
  sequence,
  fields: new Map(Object.entries(fields)),
});
export const gone = (id: string, sequence: number): IndexChange => ({ id, sequence, fields: null });

export const plan = (more: Partial<SearchPlan> = {}): SearchPlan => ({
  query: { kind: 'everything' },
  fields: [
    { name: 'id', weight: 1 },
    { name: 'title', weight: 1 },
  ],
  matching: matchRules(2),
  filter: EVERYTHING,
  boosts: [],
  sort: [],
  group: null,
  facets: [],
  promoted: [],
  hidden: [],
  offset: 0,
  limit: 1000,
  ...more,
});
export const words = (text: string, synonyms: readonly SynonymExpansion[] = []): QueryPlan => ({
  kind: 'plain',
  text,
  synonyms,
});
/** Documents of one engine. */
export const refs = (ids: readonly string[], engineId = 1): DocumentRef[] =>
  ids.map((id) => ({ engineId, id }));
export const facet = (
  field: string,
  by: 'count' | 'value' = 'count',
  descending = true,
  size = 10,
): FacetPlan => ({
  kind: 'value',
  field,
  size,
  sort: { by, descending },
});
export const counted = (...values: FacetValue[]) => ({ kind: 'value', values });
export const value = (field: string, ...values: Array<string | number>): Filter => ({
  kind: 'value',
  field,
  values,
});
export const range = (
  field: string,
  from: string | number | undefined,
  to: string | number | undefined,
): Filter => ({ kind: 'range', field, from, to });
export const by = (field: string, descending = false): SortKey => ({ kind: 'field', field, descending });

export const idsOf = (outcome: SearchOutcome): string[] => outcome.hits.map(({ id }) => id);
export const found = async (generation: BoundGeneration, more: Partial<SearchPlan> = {}): Promise<string[]> =>
  idsOf(await generation.search(plan(more)));

/** The serving generation, which must exist. */
export const serving = (index: SearchIndex, engineId = 1): Promise<BoundGeneration> =>
  BoundGeneration.serving(index, engineId);

/** A published generation with these changes. */
export const published = async (
  index: SearchIndex,
  changes: readonly IndexChange[] = [],
  { engineId = 1, schema = BOOKS, language = null as string | null } = {},
): Promise<BoundGeneration> => {
  const generation = await BoundGeneration.begin(index, engineId, schema, language);
  await generation.apply(changes);
  await generation.publish();
  return serving(index, engineId);
};

/** Four books with values of every type, missing values and lists. */
export const LIBRARY: readonly IndexChange[] = [
  put('dune', 1, {
    title: 'Dune',
    pages: 412,
    printed: '1965-08-01T00:00:00+00:00',
    place: '43.97,-124.1',
  }),
  put('emma', 2, {
    title: 'Emma: a novel',
    pages: 474,
    printed: '1815-12-23T00:00:00+00:00',
    place: '51.51,-0.13',
  }),
  put('both', 3, { title: ['Dune Messiah', 'Emma'], pages: [256, 412], printed: null, place: null }),
  put('bare', 4),
];
export const CENTER = { lat: 51.5, lon: -0.1 };

/** A published generation with the library. */
export const library = async (make: SearchIndexFactory, t: TestContext): Promise<BoundGeneration> =>
  published(await make(t), LIBRARY);
