import type { FastifyReply } from 'fastify';
import { limits } from '../limits.ts';
import type { EngineRecord, Precondition } from '../store/port.ts';
import type { BodyStream } from './body-stream.ts';
import type { Caller } from './caller.ts';

/** A request after the gate: caller, engine and parameters. */
export interface Call {
  readonly caller: Caller;
  /** Path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters of the query string only (`dry_run`). */
  readonly address: Readonly<Record<string, unknown>>;
  /** The body's text; undefined if there was no body. */
  readonly bodyText: string | undefined;
  /** The body, if it has the `streamedType` of the route; then there is no text. */
  readonly bodyStream: BodyStream | undefined;
  /** Parameters of query string and body, merged; the body wins. */
  params(): Promise<Readonly<Record<string, unknown>>>;
  /** The precondition of a write. Set for the dashboard, never for the public API, where the last write wins. */
  readonly precondition: Precondition | undefined;
  /** The X-Request-Id of the response. */
  readonly requestId: string;
  /** Whether the client requests timings (`X-Enterprise-Search-Profile: true`). */
  readonly wantsProfile: boolean;
  /** Whether the client requests the plan and the hits of a search (`X-Enterprise-Search-Debug: true`). */
  readonly wantsDebug: boolean;
  /** Whether the Accept header names this media type. */
  accepts(mediaType: string): boolean;
  /** For responses that are not plain JSON. A handler that sends its own response returns `answered`. */
  readonly reply: FastifyReply;
}

export interface EngineCall extends Call {
  readonly engine: EngineRecord;
}

/** Returned by a handler that has sent its own response. */
export const answered = Symbol('answered');

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** A JSON Schema as in OpenAPI 3.1. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The OpenAPI description of a route. */
export interface Operation {
  readonly id: string;
  readonly summary: string;
  readonly description?: string;
  /** Parameters of the query string. */
  readonly query?: Readonly<Record<string, JsonSchema>>;
  readonly body?: JsonSchema;
  /** Further media types of the body, with descriptions. */
  readonly otherBodies?: Readonly<Record<string, string>>;
  /** Null if the response has no body. */
  readonly answer: JsonSchema | null;
  /** The media type of the response, if it is not JSON; `answer` then describes one line. */
  readonly mediaType?: string;
  /** Further media types of the response, with descriptions. */
  readonly alternatives?: Readonly<Record<string, string>>;
  /** The response to an invalid request, if it is not the usual one. */
  readonly refusal?: JsonSchema;
}

interface AnyRoute<C extends Call> {
  readonly method: Method;
  /** Below `/api/as/v1`, parameters with a colon. */
  readonly path: string;
  readonly operation: Operation;
  /** Whether the route is mounted below `/api/as/v0` too. */
  readonly isInV0?: boolean;
  /** Further addresses, as full paths. */
  readonly aliases?: readonly string[];
  /** Maximum bytes of the body, one of `limits.bodies`; that of settings if omitted. */
  readonly bodyLimit?: number;
  /** Media type of bodies that the handler reads while they arrive. They have no maximum. */
  readonly streamedType?: string;
  /** Parses the request into plain data and calls the feature; contains no rules. */
  readonly answer: (call: C) => Promise<unknown>;
}

export type AccountRoute = AnyRoute<Call> & { readonly level: 'account' };
export type EngineRoute = AnyRoute<EngineCall> & { readonly level: 'engine' };
export type Route = AccountRoute | EngineRoute;

/** Maximum bytes of the body of a route. */
export const bodyLimitOf = ({ bodyLimit = limits.bodies.settings }: Route): number => bodyLimit;

/** A route at account level. */
export const accountRoute = (route: AnyRoute<Call>): AccountRoute => ({ ...route, level: 'account' });

/** A route below `/engines/:engine`; `answer` receives the engine. */
export const engineRoute = (route: AnyRoute<EngineCall>): EngineRoute => ({ ...route, level: 'engine' });
