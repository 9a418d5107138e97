import type { MetricRegistry } from '../metrics/registry.ts';

declare module 'fastify' {
  interface FastifyInstance {
    figures: TransportFigures;
  }
}

/** What the transport counts, for metrics. Refusals since the start. */
export class TransportFigures {
  /** Open connections. */
  connections = 0;
  refusedConnections = 0;
  /** Requests that are no HTTP. */
  unreadable = 0;
  /** Requests that admission control has refused: for all, and for a key or address. */
  overloaded = 0;
  tooMany = 0;
  /** Requests beyond the rate limit of a key. */
  rateLimited = 0;
  /** Bytes of bodies that the process holds. */
  bodyBytes: () => number = () => 0;
  /** Requests that run and wait for admission, and streamed responses. */
  admission: () => AdmissionFigures = () => NOTHING;
}

interface Counts {
  readonly running: number;
  readonly waiting: number;
}

export interface AdmissionFigures {
  readonly requests: Counts;
  readonly streams: Counts;
}

const NOTHING: AdmissionFigures = {
  requests: { running: 0, waiting: 0 },
  streams: { running: 0, waiting: 0 },
};

/** Connections, bodies and refusals. */
export function transportMetrics(registry: MetricRegistry, figures: TransportFigures): void {
  registry.gauge('findling_http_connections', 'Open connections of clients.', () => figures.connections);
  registry.gauge('findling_http_body_bytes', 'Memory of request bodies, small ones excepted.', () =>
    figures.bodyBytes(),
  );
  registry.counter(
    'findling_http_refusals_total',
    'Requests and connections refused for a limit, by reason.',
    () =>
      Object.entries({
        connections: figures.refusedConnections,
        unreadable: figures.unreadable,
        overloaded: figures.overloaded,
        queue: figures.tooMany,
        rate_limit: figures.rateLimited,
      }).map(([reason, value]) => ({ labels: { reason }, value })),
  );
}
