import type { Analytics } from '../analytics/analytics.ts';
import { type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import type { LogSettings } from '../events/log-settings.ts';
import type { RetentionSettings } from '../events/retention.ts';
import type { AnalyticsCounts } from './types.ts';

export interface AnalyticsFeatures {
  readonly analytics: Analytics;
  readonly logSettings: Pick<LogSettings, 'of'>;
  readonly retention: Pick<RetentionSettings, 'analyticsDays'>;
}

/**
 * Searches and clicks over time with what the public report leaves out: searches without results, tags and the newest
 * searches.
 */
export const analyticsRoutes = ({
  analytics,
  logSettings,
  retention,
}: AnalyticsFeatures): DashboardRoute[] => [
  engineVisit({
    method: 'POST',
    path: '/accounts/:account/engines/:engine/analytics',
    async answer({ account, engine, params }): Promise<AnalyticsCounts> {
      const buckets = await analytics.buckets(engine, await params());
      return {
        results: buckets.map(({ from, to, queries, misses, clicks }) => ({
          from,
          to,
          queries,
          without_results: misses,
          clicks,
        })),
        tags: await analytics.tags(engine),
        recent: (await analytics.recent(engine)).map(({ time, term, tags, hasResults }) => ({
          time: new Date(time).toISOString(),
          term,
          tags,
          has_results: hasResults,
        })),
        recorded: logSettings.of(account.id).analytics,
        kept_days: retention.analyticsDays,
      };
    },
  }),
];
