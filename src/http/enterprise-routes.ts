import type { FastifyInstance } from 'fastify';
import type { Caller } from '../api/caller.ts';
import type { Method } from '../api/route.ts';
import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { EngineReader } from '../store/port.ts';
import { yieldToEventLoop } from '../threads/turns.ts';
import { admitCaller } from './app.ts';
import { callOf } from './call.ts';
import type { Gate } from './gate.ts';
import type { Permission } from './permissions.ts';

const PREFIX = '/api/ent/v1/internal';

const READ: Permission = { right: 'read', reach: 'own' };
const WRITE: Permission = { right: 'write', reach: 'account' };

interface EnterpriseRoute {
  readonly method: Method;
  readonly path: string;
  readonly permission: Permission;
  readonly answer: (caller: Caller, params: Readonly<Record<string, unknown>>) => Promise<unknown>;
}

const storageOf = (indices: ReadonlyArray<{ readonly name: string; readonly size_in_bytes: number }>) => ({
  indices,
  summary: {
    index_count: indices.length,
    size_in_bytes: indices.reduce((sum, { size_in_bytes }) => sum + size_in_bytes, 0),
  },
});

/** Engines that are read at once: an account can have thousands. */
const STEP = 100;

/** The bytes of the documents of each engine in the caller's scope. */
async function storage(engines: EngineReader, { account, engines: scope }: Caller) {
  const indices = [];
  for (let offset = 0; offset < limits.enginesPerAccount; offset += STEP) {
    const { total, results } = await engines.page(account.id, scope, { offset, limit: STEP });
    const figures = await engines.figures(results.map(({ id }) => id));
    for (const { id, name } of results) {
      // As App Search names its indices.
      const index = `.ent-search-engine-documents-${name}`;
      indices.push({ name: index, size_in_bytes: figures.get(id)?.documentBytes ?? 0 });
    }
    if (offset + STEP >= total) break;
    await yieldToEventLoop();
  }
  return storageOf(indices);
}

/**
 * What the official clients call outside of the App Search API; health and version need no key and are in
 * `service-routes.ts`. Nothing is ever stale: the documents of deleted engines are removed without being asked.
 */
const routesOf = (engines: EngineReader): readonly EnterpriseRoute[] => [
  { method: 'GET', path: '/read_only_mode', permission: READ, answer: async () => ({ enabled: false }) },
  {
    method: 'PUT',
    path: '/read_only_mode',
    permission: WRITE,
    async answer(_caller, { enabled }) {
      if (enabled === true || enabled === 'true') throw errors.noReadOnlyMode();
      if (enabled !== false && enabled !== 'false') throw errors.mustBe('Enabled', 'true or false');
      return { enabled: false };
    },
  },
  {
    method: 'GET',
    path: '/stats',
    permission: READ,
    async answer() {
      throw errors.noStats();
    },
  },
  { method: 'GET', path: '/storage', permission: READ, answer: (caller) => storage(engines, caller) },
  { method: 'GET', path: '/storage/stale', permission: READ, answer: async () => storageOf([]) },
  {
    method: 'DELETE',
    path: '/storage/stale',
    permission: WRITE,
    answer: async () => ({ indices: [], index_count: 0 }),
  },
];

/** Mounts the routes of Enterprise Search that are not those of App Search. */
export function mountEnterpriseRoutes(app: FastifyInstance, gate: Gate): void {
  for (const { method, path, permission, answer } of routesOf(gate.engines)) {
    app.route({
      method,
      url: PREFIX + path,
      bodyLimit: limits.bodies.settings,
      onRequest: admitCaller(gate, permission),
      async handler(request, reply) {
        const { caller, params } = callOf(request, reply);
        return answer(caller, await params());
      },
    });
  }
}
