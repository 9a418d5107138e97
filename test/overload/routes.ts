import { limits } from '../../src/limits.ts';
import type { RegisteredRoute } from '../support/router.ts';
import { API } from './api-attacks.ts';
import type { Attack, CallerKind } from './attack.ts';
import { bodiesFor, json } from './bodies.ts';
import { DASHBOARD, OTHERS } from './dashboard-attacks.ts';
import { DELETED, MEDIUM, SAMPLE, WRITTEN } from './engines.ts';
import { NOTHING, type Request } from './expensive-request.ts';
import { bodyOf } from './search-attacks.ts';

/**
 * The attacks on every route of the router: its most expensive requests within the limits, and the smallest beyond them.
 * A route without a row fails a test.
 */

const API_PATH = '/api/as/v1';
/** Below it, some of the same routes. */
const V0_PATH = '/api/as/v0';
const DASHBOARD_PATH = '/dashboard/api';
const DATA_PATH = `${DASHBOARD_PATH}/accounts/:account/as/v1`;

const WITH_KEYS: readonly CallerKind[] = ['no key', 'search key', 'signed key', 'private key'];
const ADMIN: readonly CallerKind[] = [...WITH_KEYS, 'admin key'];
const VISITORS: readonly CallerKind[] = ['no key', 'session'];
/** With a session, they would end it. */
const ENDS_SESSIONS = ['DELETE /dashboard/api/session', 'DELETE /dashboard/api/sessions'];

interface Row {
  readonly requests: readonly Request[];
  readonly callers: readonly CallerKind[];
}

/** The row of a route, undefined if it has none; HEAD has that of GET. */
export function rowOf({ method, url }: RegisteredRoute): Row | undefined {
  const verb = method === 'HEAD' ? 'GET' : method;
  const found = (table: Readonly<Record<string, readonly Request[]>>, path: string) =>
    table[`${verb} ${path}`];
  const row = (requests: readonly Request[] | undefined, callers: readonly CallerKind[]) =>
    requests && { requests: method === 'HEAD' ? requests.slice(0, 1) : requests, callers };
  if (url.startsWith(DATA_PATH)) return row(found(API, url.slice(DATA_PATH.length)), ['session']);
  if (ENDS_SESSIONS.includes(`${verb} ${url}`)) return row(NOTHING, ['no key']);
  if (url.startsWith(DASHBOARD_PATH))
    return row(found(DASHBOARD, url.slice(DASHBOARD_PATH.length)), VISITORS);
  if (url.startsWith(V0_PATH)) return row(found(API, url.slice(V0_PATH.length))?.slice(0, 1), WITH_KEYS);
  if (url.startsWith('/as/')) return row(found(OTHERS, url), ADMIN);
  if (url.startsWith('/api/ent/')) return row(found(OTHERS, url), WITH_KEYS);
  if (!url.startsWith(API_PATH)) return row(found(OTHERS, url), ['no key', 'search key']);
  return row(
    found(API, url.slice(API_PATH.length)),
    /\/(credentials|revocations)\b/.test(url) ? ADMIN : WITH_KEYS,
  );
}

/** Routes of the tables that a router might not have. */
export const tabledRoutes = (): string[] => [
  ...Object.keys(API).map((name) => name.replace(' ', ` ${API_PATH}`)),
  ...Object.keys(DASHBOARD).map((name) => name.replace(' ', ` ${DASHBOARD_PATH}`)),
  ...Object.keys(OTHERS),
];

/** Parameters with values that fill a request line. */
const manyParameters = (count: number): string => {
  const value = 'a'.repeat(Math.floor((limits.headerBytes - 2000) / count) - 8);
  return Array.from({ length: count }, (_, at) => `p${at}=${value}`).join('&');
};

/** The requests that every route receives: bodies by its limit, and a long address. */
const requestsForAll = (bodyLimit: number): Request[] => [
  ...bodiesFor(bodyLimit),
  { name: 'long address', isWithin: true, query: manyParameters(limits.addressParameters) },
  { name: 'too many parameters', isWithin: false, query: manyParameters(limits.addressParameters + 1) },
];

/** What stands for the parameters of a path. */
export interface Parameters {
  readonly account: string;
}

/** The attacks on one route. */
export function attacksOn(route: RegisteredRoute, { account }: Parameters): Attack[] {
  const row = rowOf(route);
  if (row === undefined) return [];
  const { method, url, bodyLimit = limits.bodies.open } = route;
  // The dashboard passes requests of the API on: their bodies and addresses are read by the same code.
  const isPassedOn = url.startsWith(DATA_PATH) || method === 'HEAD';
  const general = isPassedOn ? [] : requestsForAll(bodyLimit);
  return [...row.requests, ...general].map((request): Attack => {
    const path = url
      .replace(
        ':engine',
        request.engine ?? (method === 'DELETE' && url.endsWith('/:engine') ? DELETED : WRITTEN),
      )
      .replace(':name', 'scoped')
      .replace(':account', account)
      .replace(':id', '00000000-0000-0000-0000-000000000000');
    const callers = isPassedOn ? row.callers.slice(-1) : (request.callers ?? row.callers);
    return {
      route: `${method} ${url}`,
      name: request.name,
      isWithin: request.isWithin,
      method,
      path: request.query === undefined ? path : `${path}?${request.query}`,
      callers: url.startsWith(DATA_PATH) ? ['session'] : callers,
      ...(request.body && { body: request.body }),
      ...(request.prepare && { prepare: request.prepare }),
      ...(request.counts && { counts: request.counts }),
    };
  });
}

const SEARCH_ROUTE = `GET ${API_PATH}/engines/:engine/search`;
const SEARCH_PATH = `${API_PATH}/engines/${SAMPLE.name}/search`;

/** What clients do with their connections, sent to one route. */
export const connectionAttacks = (): Attack[] =>
  (
    [
      ['pipelining', '5,000 pipelined searches', SEARCH_PATH],
      ['slow bodies', 'bodies that arrive slowly', `${API_PATH}/engines/${WRITTEN}/documents`],
      ['slow headers', 'headers that arrive slowly', SEARCH_PATH],
      ['hanging up', 'searches whose client hangs up', `${API_PATH}/engines/${MEDIUM.name}/search`],
    ] as const
  ).map(([connection, name, path]) => ({
    route: connection === 'slow bodies' ? `POST ${API_PATH}/engines/:engine/documents` : SEARCH_ROUTE,
    name,
    isWithin: true,
    method: connection === 'slow bodies' || connection === 'hanging up' ? 'POST' : 'GET',
    path,
    callers: ['private key'],
    connection,
    ...(connection === 'hanging up' && { body: () => json(bodyOf('several options')) }),
  }));
