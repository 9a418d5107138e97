import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DashboardRoute, Visit } from '../api/dashboard-route.ts';
import { answered, bodyLimitOf, type Route } from '../api/route.ts';
import type { SessionApi } from '../dashboard-api/session-api.ts';
import { errors } from '../errors.ts';
import { jsonOf } from '../json/json-text.ts';
import { limits } from '../limits.ts';
import { inSpan } from '../tracing/span.ts';
import { requestAuthority, requestHost } from './addresses.ts';
import { callOf, handle, partsOf } from './call.ts';
import { cookieOf, setCookie } from './cookies.ts';
import { type Admitted, admit, type DashboardGate } from './dashboard-gate.ts';
import { type Admission, DASHBOARD_PERMISSIONS } from './dashboard-permissions.ts';

export const DASHBOARD_PREFIX = '/dashboard/api';
/** Where the routes of the public API are mounted for sessions, below the prefix. */
const SESSION_API_PATH = '/accounts/:account/as/v1';
const A_YEAR = 31_536_000;
/** Routes of the public API that the dashboard does not call, or must not: a click would be counted as a visitor's. */
const KEY_ONLY = new Set([
  'DELETE /signed_search_keys/revocations',
  'POST /signed_search_keys/inspect',
  'POST /engines/:engine/click',
  'GET /engines/:engine/analytics/queries',
  'GET /engines/:engine/analytics/counts',
  'POST /engines/:engine/analytics/counts',
  'GET /engines/:engine/search_explain',
  'GET /engines/:engine/elasticsearch/_search',
  'POST /engines/:engine/elasticsearch/_search',
  'POST /engines/:engine/adaptive_relevance/suggestions',
  'POST /engines/:engine/adaptive_relevance/suggestions/:query',
]);

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the dashboard's gate; null before it and on all other routes. */
    admitted: Admitted | null;
  }
}

/** The permission of every route; throws if a route has no row or a row no route. */
export function admissions(names: readonly string[]): ReadonlyMap<string, Admission> {
  const rows = new Map(Object.entries(DASHBOARD_PERMISSIONS));
  const missing = names.filter((name) => !rows.has(name));
  if (missing.length > 0) {
    throw new Error(`Routes without a row in DASHBOARD_PERMISSIONS: ${missing.join(', ')}`);
  }
  const unused = [...rows.keys()].filter((name) => !names.includes(name));
  if (unused.length > 0) {
    throw new Error(`Rows of DASHBOARD_PERMISSIONS without a route: ${unused.join(', ')}`);
  }
  return rows;
}

const nameOf = ({ method, path }: { readonly method: string; readonly path: string }): string =>
  `${method} ${path}`;

/** Mounts the dashboard's own routes, and the public API's routes for sessions. */
export function mountDashboard(
  app: FastifyInstance,
  gate: DashboardGate,
  routes: readonly DashboardRoute[],
  sessionApi: SessionApi,
  api: readonly Route[],
): void {
  app.decorateRequest('admitted', null);
  const sessionApiRoutes = api
    .filter((route) => !KEY_ONLY.has(nameOf(route)))
    .map((route) => ({
      route,
      path: SESSION_API_PATH + route.path,
      method: route.method,
      bodyLimit: bodyLimitOf(route),
    }));
  sessionApi.check(sessionApiRoutes.map(({ route }) => route));
  const rows = admissions([...routes, ...sessionApiRoutes].map(nameOf));

  const mount = (
    { method, path, bodyLimit }: Pick<DashboardRoute, 'method' | 'path'> & { readonly bodyLimit: number },
    answer: (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>,
  ): void => {
    const admission = rows.get(nameOf({ method, path })) as Admission;
    app.route({
      method,
      url: DASHBOARD_PREFIX + path,
      exposeHeadRoute: false,
      bodyLimit,
      onRequest: async (request, reply) => {
        reply.header('cache-control', 'no-store').header('cross-origin-resource-policy', 'same-origin');
        request.admitted = await inSpan('gate', () => admit(gate, admission, request));
        const { session, account } = request.admitted;
        request.isAuthenticated = session !== undefined;
        request.flow = [
          account === undefined ? 'dashboard' : String(account.id),
          session === undefined ? 'anyone' : `person ${session.person.name}`,
          request.ip,
        ];
      },
      handler: async (request, reply) => {
        const body = await answer(request, reply);
        if (body === answered) return reply;
        return reply.type('application/json; charset=utf-8').send(jsonOf(body));
      },
    });
  };

  for (const route of routes) {
    const { open, settings } = limits.bodies;
    const { method, path, bodyLimit = route.level === 'anyone' ? open : settings } = route;
    mount({ method, path, bodyLimit }, (request, reply) => answerVisit(route, gate, request, reply));
  }
  for (const { route, ...place } of sessionApiRoutes) {
    mount(place, async (request, reply) => {
      const { session, account, role, engine } = request.admitted ?? {};
      if (!session || !account || !role) throw errors.signInFirst();
      request.entry = { caller: sessionApi.caller(session.person, account, role), engine };
      const parts = { ...partsOf(request), account, engine, version: versionOf(request) };
      const { etag, precondition } = await sessionApi.before(route, parts);
      if (etag !== undefined) reply.header('etag', `"${etag}"`);
      const call = callOf(request, reply, precondition);
      try {
        const answer = await handle(route, call, request.entry);
        await sessionApi.after(route, parts, session.person, answer);
        return answer;
      } catch (error) {
        await sessionApi.afterFailure(route, parts, session.person, error);
        throw await sessionApi.refusal(error, route, parts);
      }
    });
  }
}

function answerVisit(
  route: DashboardRoute,
  gate: DashboardGate,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const { session, account, role, engine } = request.admitted ?? {};
  const visit = visitOf(gate, request, reply);
  if (route.level === 'anyone') return route.answer(visit);
  if (session === undefined) throw errors.signInFirst();
  if (route.level === 'person') return route.answer({ ...visit, session });
  if (account === undefined || role === undefined) throw errors.noSuchAccount();
  if (route.level === 'account') return route.answer({ ...visit, session, account, role });
  if (engine === undefined) throw errors.noSuchEngine();
  return route.answer({ ...visit, session, account, role, engine });
}

function visitOf(gate: DashboardGate, request: FastifyRequest, reply: FastifyReply): Visit {
  const { path, params, requestId } = partsOf(request);
  return {
    session: request.admitted?.session,
    visitor: { address: request.ip, userAgent: request.headers['user-agent'] ?? '' },
    cookies: {
      browserToken: cookieOf(request, gate.cookies.browser),
      setSession: (value) => setCookie(request, reply, gate.cookies.session, value),
      setBrowserToken: (value) => setCookie(request, reply, gate.cookies.browser, value, A_YEAR),
    },
    origin: `${request.protocol}://${requestAuthority(request, gate.trustProxy)}`,
    host: requestHost(request, gate.trustProxy),
    path,
    params,
    version: versionOf(request),
    requestId,
    reply,
  };
}

/**
 * The version in If-Match. A weak tag is accepted, as proxies weaken the ETag of a response that they compress. A header
 * that cannot be parsed is returned as it is: it matches no version and must not be mistaken for a missing header.
 */
function versionOf(request: FastifyRequest): string | undefined {
  const header = request.headers['if-match'];
  return header === undefined ? undefined : (/^(?:W\/)?"([^"]*)"$/.exec(header.trim())?.[1] ?? header);
}
