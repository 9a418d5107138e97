import type { FastifyInstance } from 'fastify';
import { answered, type Route } from '../api/route.ts';
import { jsonOf } from '../json/json-text.ts';
import { answerOf, callOf } from './call.ts';
import { enter, type Gate } from './gate.ts';
import { openApi } from './openapi.ts';
import { PERMISSIONS, type Permission } from './permissions.ts';

export const API_PREFIX = '/api/as/v1';

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
        return reply.type('application/json; charset=utf-8').send(jsonOf(answer));
      },
    });
  }
  const description = JSON.stringify(openApi(routes, app.serviceVersion));
  app.get('/openapi.json', async (_request, reply) =>
    reply.type('application/json; charset=utf-8').send(description),
  );
}
