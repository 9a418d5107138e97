import { randomUUID } from 'node:crypto';
import type { Logger } from 'pino';
import type { Config } from '../config.ts';
import { RequestMetrics } from '../http/request-metrics.ts';
import { tracedRequests } from '../http/request-tracing.ts';
import type { RequestObserver } from '../http/transport.ts';
import { processMetrics } from '../metrics/process-metrics.ts';
import { MetricRegistry } from '../metrics/registry.ts';
import { TransactionMetrics } from '../metrics/storage-metrics.ts';
import type { StageListener } from '../search/profile.ts';
import { stageMetrics } from '../search/stage-metrics.ts';
import type { Store } from '../store/port.ts';
import { SpanExporter, traceMetrics } from '../tracing/exporter.ts';
import { currentSpan, inSpan } from '../tracing/span.ts';
import { Tracer } from '../tracing/tracer.ts';
import { VERSION } from '../version.ts';

/** How metrics and traces see the service. With both off, nothing is measured and nothing is in the way. */
export interface Observation {
  /** Undefined if metrics are off. */
  readonly registry: MetricRegistry | undefined;
  /** For the transport. */
  readonly observers: readonly RequestObserver[];
  readonly onStage: StageListener | undefined;
  /** Undefined if traces are off. */
  readonly tracedJob: Tracer['job'] | undefined;
  /** The store, with its transactions observed. */
  watched(store: Store): Store;
  close(): Promise<void>;
}

/** Sets up what the settings turn on. */
export function observe(
  config: Pick<Config, 'metrics' | 'tracesUrl' | 'tracesShare' | 'tracesFollow'>,
  log: Logger,
): Observation {
  const registry = config.metrics === 'off' ? undefined : new MetricRegistry();
  const stopMeasuring = registry && processMetrics(registry, VERSION);
  const traces = config.tracesUrl === undefined ? undefined : startTracing(config.tracesUrl, config, log);
  if (registry) traceMetrics(registry, () => traces?.exporter.figures);
  const requests = registry && new RequestMetrics(registry);
  const transactions = registry && new TransactionMetrics(registry);
  const stages = registry && stageMetrics(registry);
  const { tracer } = traces ?? {};
  return {
    registry,
    observers: [...(requests ? [requests.observe] : []), ...(tracer ? [tracedRequests(tracer)] : [])],
    onStage:
      stages === undefined && tracer === undefined
        ? undefined
        : (stage, began, ended) => {
            stages?.(stage, began, ended);
            currentSpan()?.recordPart(`search/${stage}`, began, ended);
          },
    tracedJob: tracer && ((name, attributes, work) => tracer.job(name, attributes, work)),
    watched(store) {
      if (transactions === undefined && tracer === undefined) return store;
      const transact: Store['transact'] = (scope, work) => {
        const run = () => inSpan('store/transaction', () => store.transact(scope, work));
        return transactions === undefined ? run() : transactions.observe(run);
      };
      return { ...store, transact };
    },
    async close() {
      stopMeasuring?.();
      await traces?.exporter.close();
    },
  };
}

function startTracing(
  url: string,
  { tracesShare, tracesFollow }: Pick<Config, 'tracesShare' | 'tracesFollow'>,
  log: Logger,
): { readonly exporter: SpanExporter; readonly tracer: Tracer } {
  const exporter = new SpanExporter({
    url,
    resource: {
      'service.name': 'findling',
      'service.version': VERSION,
      'service.instance.id': randomUUID(),
    },
    version: VERSION,
    warn: (message, facts) => log.warn(facts, message),
  });
  const tracer = new Tracer({
    share: tracesShare,
    followsParent: tracesFollow,
    record: (span) => exporter.add(span),
  });
  return { exporter, tracer };
}
