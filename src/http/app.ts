import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { errors } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { parseJson } from '../json/parse.ts';
import { bodyText } from './body.ts';
import { type Entry, enter, type Gate } from './gate.ts';
import { openApi } from './openapi.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';
import { answered, type Call, type Route } from './route.ts';

export const API_PREFIX = '/api/as/v1';

/** Members of the pool that steer the request and are never parameters of a feature. */
const NOT_PARAMETERS = ['auth_token', 'dry_run', 'format', 'engine_name', 'api_key_name'];

/** Pairs every route with its permission; a route without a row, or a row without a route, is refused. */
export function guarded(routes: readonly Route[]): ReadonlyArray<readonly [Route, Permission]> {
  const rows = new Set(Object.keys(PERMISSIONS));
  const pairs = routes.map((route): readonly [Route, Permission] => {
    const name = `${route.method} ${route.path}`;
    const permission = PERMISSIONS[name];
    if (permission === undefined) throw new Error(`The route ${name} has no row in the permission table.`);
    if ((permission.reach === 'engine') !== (route.level === 'engine')) {
      throw new Error(`The route ${name} and its row in the permission table are of different levels.`);
    }
    rows.delete(name);
    return [route, permission];
  });
  if (rows.size > 0)
    throw new Error(`No route for these rows of the permission table: ${[...rows].join(', ')}`);
  return pairs;
}

/** Puts the API's routes, each behind the gate, and its description on the transport. */
export function mountApi(app: FastifyInstance, gate: Gate, routes: readonly Route[]): void {
  app.decorateRequest('entry', null);
  for (const [route, permission] of guarded(routes)) {
    app.route({
      method: route.method,
      url: API_PREFIX + route.path,
      // Before the body is read: nobody sends ten megabytes to be told that they may not.
      onRequest: async (request, reply) => {
        request.entry = await enter(gate, permission, request, reply);
      },
      handler: async (request, reply) => {
        const answer = await answerOf(route, callOf(request, reply), request.entry);
        if (answer === answered) return reply;
        return reply.type('application/json; charset=utf-8').send(JSON.stringify(answer));
      },
    });
  }
  const description = JSON.stringify(openApi(routes, app.serviceVersion));
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Who came through the gate; null before, and outside the API. */
    entry: Entry | null;
  }
}

function answerOf(route: Route, call: Call, entry: Entry | null): Promise<unknown> {
  if (route.level === 'account') return route.answer(call);
  const engine = entry?.engine;
  if (engine === undefined) throw errors.noSuchEngine();
  return route.answer({ ...call, engine });
}

function callOf(request: FastifyRequest, reply: FastifyReply): Call {
  if (request.entry === null) throw errors.notSignedIn();
  const address = request.query as Record<string, unknown>;
  const text = bodyText(request);
  const json = (): unknown => (text === undefined || text.trim() === '' ? undefined : parseJson(text));
  return {
    caller: request.entry.caller,
    path: request.params as Record<string, string>,
    address,
    bodyText: text,
    json,
    params() {
      const body = json() ?? {};
      if (typeof body !== 'object') throw errors.undecodable();
      // A null prototype: whatever a parameter is called, it is only a parameter.
      const pool: Record<string, unknown> = Object.assign(Object.create(null), address);
      if (isObject(body)) for (const [name, value] of Object.entries(body)) pool[name] = value;
      for (const name of NOT_PARAMETERS) delete pool[name];
      return pool;
    },
    requestId: request.id,
    accepts: (mediaType) => (request.headers.accept ?? '').toLowerCase().includes(mediaType),
    reply,
  };
}
