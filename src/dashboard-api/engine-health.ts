import type { Analytics } from '../analytics/analytics.ts';
import { limits } from '../limits.ts';
import { schemaOf } from '../meta-engines/engine-schema.ts';
import { sourcesOf } from '../meta-engines/sources.ts';
import { UnionSchema } from '../meta-engines/union-schema.ts';
import { lastTypeChange } from '../schema/failure-report.ts';
import { skippedEntries } from '../settings/settings-json.ts';
import { unsearchedFields } from '../settings/unsearched-fields.ts';
import type { EngineRecord, StoreReader } from '../store/port.ts';
import { unconfirmedFields } from './engine-overview.ts';
import type { EngineHealth, Findings } from './health-types.ts';
import { stalePromotions } from './stale-promotions.ts';

const DAY = 86_400_000;
/** Days whose searches count, with today; those that the dashboard's reports show first. */
const DAYS = 7;

export interface HealthFeatures {
  readonly store: StoreReader;
  readonly analytics: Analytics;
}

const findings = <T>(all: readonly T[]): Findings<T> => ({
  count: all.length,
  first: all.slice(0, limits.health.entries),
});

/** What may need attention in an engine. A meta engine has the problems of its own settings, not those of its sources. */
export async function engineHealth(
  { store, analytics }: HealthFeatures,
  engine: EngineRecord,
): Promise<EngineHealth> {
  const schema = await schemaOf(store.engines, engine);
  const settings = await store.tuning.settings(engine.id);
  const skipped = skippedEntries(settings, schema);
  const unconfirmed = await unconfirmedFields(store, engine);
  const sources = await sourcesOf(store.engines, engine);
  return {
    unsearched_fields: findings(unsearchedFields(settings, schema)),
    invalid_boosts: findings(skipped.boosts),
    skipped_search_fields: findings(skipped.searchFields),
    skipped_result_fields: findings(skipped.resultFields),
    stale_promotions: await stalePromotions(store, engine),
    failed_conversions: await failedConversions(store, engine),
    searches_without_results: await searchesWithoutResults(analytics, engine),
    unconfirmed_fields: findings(unconfirmed.map(({ name }) => name)),
    type_conflicts: findings(schema instanceof UnionSchema ? [...schema.conflicts.keys()] : []),
    reindexing: findings(sources.filter(({ runningJob }) => runningJob !== null).map(({ name }) => name)),
  };
}

async function failedConversions(
  { jobs }: StoreReader,
  { id }: EngineRecord,
): Promise<EngineHealth['failed_conversions']> {
  const job = lastTypeChange(await jobs.list(id));
  // The report of a running job is incomplete.
  if (job === undefined || job.state === 'running') return { count: 0, job: null };
  return { count: job.failures, job: job.id };
}

async function searchesWithoutResults(
  analytics: Analytics,
  engine: EngineRecord,
): Promise<EngineHealth['searches_without_results']> {
  const since = (Math.floor(Date.now() / DAY) - (DAYS - 1)) * DAY;
  const { count, top } = await analytics.misses(engine, since, limits.health.entries);
  return { count, first: top.map(({ term, queries }) => ({ term, queries })) };
}
