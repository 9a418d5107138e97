import type { MetricRegistry, Sample } from '../metrics/registry.ts';
import type { ShadowState } from './shadow-searches.ts';

/** Shadow mode; the metrics have no value while it is off. */
export function shadowMetrics(registry: MetricRegistry, read: () => ShadowState | undefined): void {
  registry.counter('findling_shadow_searches_total', 'Searches selected for shadow mode, by outcome.', () => {
    const figures = read();
    if (figures === undefined) return undefined;
    const { skipped, dropped, failed, compared, different } = figures;
    const outcomes = { equal: compared - different, different, failed, dropped, skipped };
    return Object.entries(outcomes).map(([outcome, value]): Sample => ({ labels: { outcome }, value }));
  });
  registry.counter(
    'findling_shadow_unrecorded_total',
    'Compared searches that could not be written to the file of shadow mode.',
    () => read()?.unrecorded,
  );
  registry.gauge('findling_shadow_copies', 'Copies of searches that are waiting and running.', () => {
    const figures = read();
    if (figures === undefined) return undefined;
    return (['waiting', 'running'] as const).map(
      (state): Sample => ({ labels: { state }, value: figures[state] }),
    );
  });
}
