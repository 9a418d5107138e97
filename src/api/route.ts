import type { FastifyReply } from 'fastify';
import type { EngineRecord, Precondition } from '../store/port.ts';
import type { Caller } from './caller.ts';

/** A request after the gate: who asks, for which engine, with what. */
export interface Call {
  readonly caller: Caller;
  /** Path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** What stands in the address only (`dry_run`). */
  readonly address: Readonly<Record<string, unknown>>;
  /** The body's text, undefined if there was none. */
  readonly bodyText: string | undefined;
  /** Address and body as one pool of parameters; the body wins. */
  params(): Readonly<Record<string, unknown>>;
  /** The body as JSON, undefined if there was none. */
  json(): unknown;
  /** What a write has to find unchanged: set for the dashboard, never for the public API (the last write wins). */
  readonly precondition: Precondition | undefined;
  /** Equal to the X-Request-Id of the answer. */
  readonly requestId: string;
  /** Whether the sender wants to know where the time went (`X-Enterprise-Search-Profile: true`). */
  readonly wantsProfile: boolean;
  /** Whether the Accept header names this media type. */
  accepts(mediaType: string): boolean;
  /** For answers that are not plain JSON; such a handler answers by itself and gives `answered` back. */
  readonly reply: FastifyReply;
}

export interface EngineCall extends Call {
  readonly engine: EngineRecord;
}

/** Given back by a handler that has written its answer itself. */
export const answered = Symbol('answered');

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A JSON Schema, as OpenAPI 3.1 takes it. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** What the OpenAPI description says about a route. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Parameters that may stand in the address. */
  readonly query?: Readonly<Record<string, JsonSchema>>;
  readonly body?: JsonSchema;
  readonly answer: JsonSchema;
  /** Further media types of the answer, with what they hold. */
  readonly alternatives?: Readonly<Record<string, string>>;
}

interface AnyRoute<C extends Call> {
  readonly method: Method;
  /** Below `/api/as/v1`, parameters with a colon. */
  readonly path: string;
  readonly operation: Operation;
  /** Parses into plain data and hands over; decides nothing. */
  readonly answer: (call: C) => Promise<unknown>;
}

export type AccountRoute = AnyRoute<Call> & { readonly level: 'account' };
export type EngineRoute = AnyRoute<EngineCall> & { readonly level: 'engine' };
export type Route = AccountRoute | EngineRoute;

/** A route of the account as a whole. */
export const accountRoute = (route: AnyRoute<Call>): AccountRoute => ({ ...route, level: 'account' });

/** A route below `/engines/:engine`; the engine has been looked up when `answer` is called. */
export const engineRoute = (route: AnyRoute<EngineCall>): EngineRoute => ({ ...route, level: 'engine' });
