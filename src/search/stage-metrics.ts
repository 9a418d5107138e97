import { Histogram, STAGE_BOUNDS } from '../metrics/histogram.ts';
import type { MetricRegistry } from '../metrics/registry.ts';
import { STAGES, type Stage, type StageListener } from './profile.ts';

/** Counts and times the stages of searches. */
export function stageMetrics(registry: MetricRegistry): StageListener {
  const byStage = new Map<Stage, Histogram>(STAGES.map((stage) => [stage, new Histogram(STAGE_BOUNDS)]));
  registry.histogram(
    'findling_search_stage_duration_seconds',
    'Stages of searches: reading the request and planning, searching the index, loading documents, rendering results.',
    () => [...byStage].map(([stage, histogram]) => ({ labels: { stage }, histogram })),
  );
  return (stage, began, ended) => byStage.get(stage)?.observe((ended - began) / 1000);
}
