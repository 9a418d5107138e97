import { createServer, type IncomingMessage, type ServerResponse, request as send } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { TestContext } from 'node:test';
import type { Config } from '../../src/config.ts';
import { temporaryFolder } from '../support/folder.ts';
import { request, type TestService } from '../support/service.ts';
import { until } from '../support/until.ts';
import { startNodes, type TestNode } from './cluster.ts';
import { sqliteStoresIn } from './node-stores.ts';

/** A search of another node shows in reports and gives clicks their position once it is stored, within half a second. */
const AFTER_EVENTS = /\/(click|analytics)\b/;
const EVENTS_PAUSE = 1000;
const ENGINE = /\/engines\/([a-z0-9-]+)/;

/**
 * A load balancer that gives each node a request in turn, and makes every client read its own writes: it adds the last
 * number that a response about an engine had to later requests to that engine.
 */
class Balancer {
  readonly #targets: readonly string[];
  readonly #sequences = new Map<string, number>();
  readonly server = createServer((incoming, outgoing) => {
    const pause = AFTER_EVENTS.test(incoming.url ?? '') ? EVENTS_PAUSE : 0;
    setTimeout(() => this.#forward(incoming, outgoing), pause);
  });
  #turn = 0;

  constructor(targets: readonly string[]) {
    this.#targets = targets;
  }

  async listen(): Promise<string> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  #forward(incoming: IncomingMessage, outgoing: ServerResponse): void {
    const { method = 'GET', url = '/' } = incoming;
    const engine = ENGINE.exec(url)?.[1];
    // The tests read stored clicks in the order in which they were sent, which only one node keeps.
    const turn = url.includes('/click') ? 0 : this.#turn++ % this.#targets.length;
    const sequence = engine && this.#sequences.get(engine);
    const headers = { ...incoming.headers, ...(sequence && { 'x-findling-sequence': String(sequence) }) };
    const forwarded = send(this.#targets[turn] + url, { method, headers }, (response) => {
      const { statusCode = 500 } = response;
      const shown = Number(response.headers['x-findling-sequence'] ?? 0);
      if (engine !== undefined) {
        const isGone = method === 'DELETE' && /\/engines\/[a-z0-9-]+(\.json)?(\?|$)/.test(url);
        if (isGone && statusCode === 200) this.#sequences.delete(engine);
        else this.#sequences.set(engine, Math.max(shown, this.#sequences.get(engine) ?? 0));
      }
      outgoing.writeHead(statusCode, response.headers);
      response.pipe(outgoing);
    });
    forwarded.on('error', () => outgoing.destroy());
    outgoing.on('close', () => forwarded.destroy());
    incoming.pipe(forwarded);
  }
}

/** What two nodes share: a store, and in the last case also the search index. */
export type Adapters = 'sqlite' | 'postgres' | 'opensearch';

/** The nodes, and what of their configuration says where the data is. */
async function nodesOn(
  t: Pick<TestContext, 'after'>,
  adapters: Adapters,
): Promise<{ readonly nodes: readonly TestNode[]; readonly place: Pick<Config, 'data' | 'databaseUrl'> }> {
  const data = temporaryFolder(t);
  if (adapters === 'sqlite') {
    return { nodes: await startNodes(t, 2, async () => sqliteStoresIn(data)), place: { data } };
  }
  const { newDatabase } = await import('../services/postgres.ts');
  const { postgresStoresOn } = await import('./postgres-stores.ts');
  const { sharedOpenSearch } = await import('../services/opensearch.ts');
  const { url } = await newDatabase(t);
  const nodes = await startNodes(t, 2, async () => postgresStoresOn(url), {
    ...(adapters === 'opensearch' && {
      settings: async () => ({ FINDLING_SEARCH_URL: await sharedOpenSearch() }),
    }),
  });
  return { nodes, place: { data, databaseUrl: url } };
}

/** Two nodes on one store behind a load balancer, as one service. */
export async function startBalancedService(
  t: Pick<TestContext, 'after'>,
  adapters: Adapters,
): Promise<TestService> {
  const { nodes, place } = await nodesOn(t, adapters);
  const [first] = nodes;
  if (first === undefined) throw new Error('there are no nodes');
  const balancer = new Balancer(nodes.map(({ service }) => service.baseUrl));
  const baseUrl = await balancer.listen();
  t.after(() => {
    balancer.server.closeAllConnections();
    balancer.server.close();
  });
  const { service } = first;
  const call: TestService['call'] = (method, path, options = {}) =>
    request(`${baseUrl}/api/as/v1${path}`, method, { key: service.privateKey, ...options });
  const settled = (engine: string) =>
    until(`${engine} is not reindexing`, async () => {
      const { json } = await call('GET', `/engines/${engine}/schema/reindex`);
      return json.state === 'idle';
    });
  let engines = 0;
  return {
    ...service,
    baseUrl,
    service: service.service,
    config: { ...service.config, ...place },
    call,
    settled,
    async engine({ schema, documents = [] } = {}) {
      const name = `engine-${++engines}`;
      await call('POST', '/engines', { body: { name } });
      if (schema) await call('POST', `/engines/${name}/schema`, { body: schema });
      await call('POST', `/engines/${name}/documents`, { body: documents });
      await settled(name);
      return name;
    },
  };
}
