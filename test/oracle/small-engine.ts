import { analyzerFor } from '../../src/analysis/language.ts';
import type { DocumentRef, SearchOutcome, SearchPlan, SynonymExpansion } from '../../src/index/plan.ts';
import { matchRules } from '../../src/search/precision.ts';
import type { FieldType } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { OracleGeneration } from './oracle-generation.ts';

type Documents = Readonly<Record<string, string | Readonly<Record<string, TypedValue>>>>;

const SCHEMA: ReadonlyArray<readonly [string, FieldType]> = [
  ['title', 'text'],
  ['body', 'text'],
  ['tags', 'text'],
  ['size', 'number'],
  ['made', 'date'],
  ['place', 'geolocation'],
];

/** An engine with these documents, written in this order; a text alone is a title. */
export async function engineOf(
  documents: Documents,
  language: string | null = null,
): Promise<OracleGeneration> {
  const generation = new OracleGeneration(1, new Map(SCHEMA), language, analyzerFor(language));
  const changes = Object.entries(documents).map(([id, document], index) => ({
    id,
    sequence: index + 1,
    fields: new Map(Object.entries(typeof document === 'string' ? { title: document } : document)),
  }));
  await generation.apply(changes);
  return generation;
}

/** A plan for everything, by score, on one page, but for what `options` say. Searches the title alone. */
export const planWith = (options: Partial<SearchPlan>): SearchPlan => ({
  query: { kind: 'everything' },
  fields: [{ name: 'title', weight: 1 }],
  matching: matchRules(1),
  filter: { kind: 'all', of: [] },
  boosts: [],
  sort: [],
  group: null,
  facets: [],
  promoted: [],
  hidden: [],
  offset: 0,
  limit: 1000,
  ...options,
});

export const plain = (text: string, synonyms: readonly SynonymExpansion[] = []): Partial<SearchPlan> => ({
  query: { kind: 'plain', text, synonyms },
});

/** Documents of the engine that `engineOf` makes. */
export const refs = (...ids: string[]): DocumentRef[] => ids.map((id) => ({ engineId: 1, id }));

export const idsOf = ({ hits }: SearchOutcome): string[] => hits.map(({ id }) => id);

/** The ids that a plan finds in an engine of these documents. */
export const foundIn = async (documents: Documents, options: Partial<SearchPlan>): Promise<string[]> =>
  idsOf(await (await engineOf(documents)).search(planWith(options)));

/** The scores that a plan gives to the documents of an engine. */
export async function scoresIn(
  documents: Documents,
  options: Partial<SearchPlan>,
): Promise<Record<string, number>> {
  const { hits } = await (await engineOf(documents)).search(planWith(options));
  return Object.fromEntries(hits.map(({ id, score }) => [id, score]));
}
