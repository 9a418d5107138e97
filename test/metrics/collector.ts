import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import { until } from '../support/until.ts';

export interface ReceivedSpan {
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly name: string;
  readonly kind: number;
  readonly startTimeUnixNano: string;
  readonly endTimeUnixNano: string;
  readonly attributes: ReadonlyArray<{ readonly key: string; readonly value: Record<string, unknown> }>;
  readonly status: { readonly code?: number };
}

interface ExportRequest {
  readonly resourceSpans: ReadonlyArray<{
    readonly resource: { readonly attributes: ReceivedSpan['attributes'] };
    readonly scopeSpans: ReadonlyArray<{
      readonly scope: { readonly name: string; readonly version: string };
      readonly spans: readonly ReceivedSpan[];
    }>;
  }>;
}

/** A receiver of OTLP over HTTP that keeps everything it gets. */
export interface Collector {
  readonly url: string;
  /** The bodies of all requests. */
  readonly texts: string[];
  readonly requests: Array<{ readonly method: string; readonly path: string; readonly type: string }>;
  /** How it answers; `never` keeps the connection open. */
  behaviour: 'ok' | 'fail' | 'never';
  exported(): ExportRequest[];
  spans(): ReceivedSpan[];
  /** Waits until `count` spans with a name have arrived, and gives them. */
  received(name: string, count?: number): Promise<ReceivedSpan[]>;
}

export async function startCollector(t: Pick<TestContext, 'after'>): Promise<Collector> {
  const answer = (response: ServerResponse): void => {
    if (collector.behaviour === 'never') return;
    response.writeHead(collector.behaviour === 'ok' ? 200 : 503, { 'content-type': 'application/json' });
    response.end('{}');
  };
  const server = createServer(async (request: IncomingMessage, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    collector.requests.push({
      method: request.method ?? '',
      path: request.url ?? '',
      type: request.headers['content-type'] ?? '',
    });
    collector.texts.push(Buffer.concat(chunks).toString());
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  t.after(() => {
    server.closeAllConnections();
    server.close();
  });
  const collector: Collector = {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    texts: [],
    requests: [],
    behaviour: 'ok',
    exported: () => collector.texts.map((text) => JSON.parse(text)),
    spans: () =>
      collector
        .exported()
        .flatMap(({ resourceSpans }) => resourceSpans)
        .flatMap(({ scopeSpans }) => scopeSpans)
        .flatMap(({ spans }) => spans),
    async received(name, count = 1) {
      const found = () => collector.spans().filter((span) => span.name === name);
      await until(`${count} spans ${name} have arrived`, async () => found().length >= count);
      return found();
    },
  };
  return collector;
}

/** The attributes of a span as plain values; integers are texts. */
export const attributesOf = ({ attributes }: Pick<ReceivedSpan, 'attributes'>): Record<string, unknown> =>
  Object.fromEntries(attributes.map(({ key, value }) => [key, Object.values(value)[0]]));
