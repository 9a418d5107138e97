import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Call, Route } from '../api/route.ts';
import { errors } from '../errors.ts';
import { isObject } from '../json/object.ts';
import type { Precondition } from '../store/port.ts';
import { bodyText } from './body.ts';
import type { Entry } from './gate.ts';
import { NOT_PARAMETERS } from './query-string.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** Set by the gate; null before it and on routes outside of the API. */
    entry: Entry | null;
  }
}

/** Calls a route's handler. */
export function handle(route: Route, call: Call, entry: Entry | null): Promise<unknown> {
  if (route.level === 'account') return route.answer(call);
  const engine = entry?.engine;
  if (engine === undefined) throw errors.noSuchEngine();
  return route.answer({ ...call, engine });
}

/** A request after the gate, as route handlers see it. */
export function callOf(request: FastifyRequest, reply: FastifyReply, precondition?: Precondition): Call {
  if (request.entry === null) throw errors.notSignedIn();
  return { ...partsOf(request), caller: request.entry.caller, precondition, reply };
}

/** The parts of a request that do not depend on its caller. */
export function partsOf(request: FastifyRequest): Omit<Call, 'caller' | 'precondition' | 'reply'> {
  const address = request.query as Record<string, unknown>;
  const text = bodyText(request);
  let params: Promise<Record<string, unknown>> | undefined;
  const readParams = async (): Promise<Record<string, unknown>> => {
    const isBlank = text === undefined || text.trim() === '';
    const body = (isBlank ? undefined : await request.server.readJson(text)) ?? {};
    if (typeof body !== 'object') throw errors.undecodable();
    // A null prototype, so that `__proto__` is an ordinary parameter.
    const pool: Record<string, unknown> = Object.assign(Object.create(null), address);
    if (isObject(body)) for (const [name, value] of Object.entries(body)) pool[name] = value;
    for (const name of NOT_PARAMETERS) delete pool[name];
    return pool;
  };
  return {
    path: request.params as Record<string, string>,
    address,
    bodyText: text,
    bodyStream: request.bodyStream ?? undefined,
    params: () => (params ??= readParams()),
    requestId: request.id,
    wantsProfile: request.headers['x-enterprise-search-profile'] === 'true',
    wantsDebug: request.headers['x-enterprise-search-debug'] === 'true',
    accepts: (mediaType) => (request.headers.accept ?? '').toLowerCase().includes(mediaType),
  };
}
