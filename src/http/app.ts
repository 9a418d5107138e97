import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answered, bodyLimitOf, type Route } from '../api/route.ts';
import { parseSequence, SEQUENCE_HEADER, showSequence } from '../api/sequence-header.ts';
import { jsonOf } from '../json/json-text.ts';
import { inSpan } from '../tracing/span.ts';
import { API_PREFIX, V0_PREFIX } from './api-prefix.ts';
import { callOf, handle } from './call.ts';
import { type Entry, enter, flowOf, type Gate } from './gate.ts';
import { openApi } from './openapi.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';

/** Pairs every route with its permission; throws if a route has no row in the table or a row no route. */
export function guarded(routes: readonly Route[]): ReadonlyArray<readonly [Route, Permission]> {
  const rows = new Set(Object.keys(PERMISSIONS));
  const pairs = routes.map((route): readonly [Route, Permission] => {
    const name = `${route.method} ${route.path}`;
    const permission = PERMISSIONS[name];
    if (permission === undefined) throw new Error(`The route ${name} has no row in PERMISSIONS.`);
    if ((permission.reach === 'engine') !== (route.level === 'engine')) {
      throw new Error(`The route ${name} and its row in PERMISSIONS have different levels.`);
    }
    rows.delete(name);
    return [route, permission];
  });
  if (rows.size > 0) throw new Error(`Rows of PERMISSIONS without a route: ${[...rows].join(', ')}`);
  return pairs;
}

/** The hook of a guarded route. It runs before the body is read: an unauthorised client does not upload 10 MB in vain. */
export const admitCaller =
  (gate: Gate, permission: Permission) =>
  async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    request.entry = await inSpan('gate', () => enter(gate, permission, request, reply));
    request.isAuthenticated = true;
    request.flow = flowOf(request.entry.caller, request.ip);
    gate.rateLimits.count(request.flow, request.entry.caller.rateLimit, reply);
    request.entry = await withSequence(gate, request.entry, request, reply);
  };

/** Waits for the change that the request must see, and shows in the response which changes it sees. */
async function withSequence(
  { applied }: Gate,
  entry: Entry,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Entry> {
  const wanted = parseSequence(request.headers[SEQUENCE_HEADER]);
  if (entry.engine === undefined) return entry;
  const engine = wanted === undefined ? entry.engine : await applied.waitFor(entry.engine, wanted);
  // How much is written to an engine is more than the holder of a signed key may learn.
  const reached = entry.caller.restrictions === null ? applied.of(engine) : undefined;
  if (reached !== undefined) showSequence(reply)(reached);
  return { ...entry, engine };
}

/** Mounts the API's routes, each behind the gate, and its OpenAPI description. */
export function mountApi(app: FastifyInstance, gate: Gate, routes: readonly Route[]): void {
  app.decorateRequest('entry', null);
  const mounted = guarded(routes).flatMap(([route, permission]) => {
    const urls = [API_PREFIX + route.path, ...(route.isInV0 ? [V0_PREFIX + route.path] : [])];
    return [...urls, ...(route.aliases ?? [])].map((url) => ({ route, permission, url }));
  });
  for (const { route, permission, url } of mounted) {
    app.route({
      method: route.method,
      url,
      bodyLimit: bodyLimitOf(route),
      config: route.streamedType === undefined ? {} : { streamedType: route.streamedType },
      onRequest: admitCaller(gate, permission),
      handler: async (request, reply) => {
        const answer = await handle(route, callOf(request, reply), request.entry);
        if (answer === answered) return reply;
        return reply.type('application/json; charset=utf-8').send(jsonOf(answer));
      },
    });
  }
  const description = JSON.stringify(openApi(routes, app.serviceVersion));
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
}
