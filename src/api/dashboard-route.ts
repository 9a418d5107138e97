import type { FastifyReply } from 'fastify';
import type { PersonRecord, Role, SessionRecord } from '../store/dashboard-port.ts';
import type { AccountRecord, EngineRecord } from '../store/port.ts';
import type { Method } from './route.ts';

/** The client of a request. */
export interface Visitor {
  readonly address: string;
  readonly userAgent: string;
}

/** A session together with its person. */
export interface OpenSession {
  readonly record: SessionRecord;
  readonly person: PersonRecord;
}

/** The dashboard's two cookies: the session, and the token of a browser in which someone has signed in before. */
export interface Cookies {
  readonly browserToken: string | undefined;
  /** Sets the session cookie; null deletes it. */
  setSession(value: string | null): void;
  setBrowserToken(value: string): void;
}

/** A dashboard request after the gate. */
export interface Visit {
  /** Undefined only on routes that are open to anyone. */
  readonly session: OpenSession | undefined;
  readonly visitor: Visitor;
  readonly cookies: Cookies;
  /** Scheme, host and port as the browser sees them, such as `https://search.example.com`. */
  readonly origin: string;
  /** The host name without port, in lower case. */
  readonly host: string;
  /** Path parameters, decoded. */
  readonly path: Readonly<Record<string, string>>;
  /** Parameters of query string and body, merged; the body wins. */
  params(): Promise<Readonly<Record<string, unknown>>>;
  /** The version in If-Match, without quotes. */
  readonly version: string | undefined;
  readonly requestId: string;
  readonly reply: FastifyReply;
}
export interface PersonVisit extends Visit {
  readonly session: OpenSession;
}
export interface AccountVisit extends PersonVisit {
  readonly account: AccountRecord;
  readonly role: Role;
}
export interface EngineVisit extends AccountVisit {
  readonly engine: EngineRecord;
}

interface AnyDashboardRoute<V extends Visit> {
  readonly method: Method;
  /** Below `/dashboard/api`. */
  readonly path: string;
  /** Maximum bytes of the body, one of `limits.bodies`; that of settings, or of open routes, if omitted. */
  readonly bodyLimit?: number;
  /** Parses the request into plain data and calls the feature; contains no rules. */
  readonly answer: (visit: V) => Promise<unknown>;
}
export type DashboardRoute =
  | (AnyDashboardRoute<Visit> & { readonly level: 'anyone' })
  | (AnyDashboardRoute<PersonVisit> & { readonly level: 'person' })
  | (AnyDashboardRoute<AccountVisit> & { readonly level: 'account' })
  | (AnyDashboardRoute<EngineVisit> & { readonly level: 'engine' });

/** A route open to anyone. */
export const openVisit = (route: AnyDashboardRoute<Visit>): DashboardRoute => ({ ...route, level: 'anyone' });
/** A route for any signed-in person. */
export const personVisit = (route: AnyDashboardRoute<PersonVisit>): DashboardRoute => ({
  ...route,
  level: 'person',
});
/** A route below `/accounts/:account`. */
export const accountVisit = (route: AnyDashboardRoute<AccountVisit>): DashboardRoute => ({
  ...route,
  level: 'account',
});
/** A route below `/accounts/:account/engines/:engine`. */
export const engineVisit = (route: AnyDashboardRoute<EngineVisit>): DashboardRoute => ({
  ...route,
  level: 'engine',
});
