import type { FastifyRequest } from 'fastify';
import type { OpenSession } from '../api/dashboard-route.ts';
import type { ProxyTrust } from '../api/trusted-proxies.ts';
import type { People } from '../dashboard-api/people.ts';
import { isAtLeast } from '../dashboard-api/roles.ts';
import type { Sessions } from '../dashboard-api/sessions.ts';
import { errors } from '../errors.ts';
import type { Role } from '../store/dashboard-port.ts';
import type { AccountReader, AccountRecord, EngineReader, EngineRecord } from '../store/port.ts';
import { cookieOf } from './cookies.ts';
import type { Admission } from './dashboard-permissions.ts';
import { isOwnOrSafe } from './own-origin.ts';

export interface DashboardGate {
  readonly sessions: Sessions;
  readonly people: People;
  readonly accounts: AccountReader;
  readonly engines: EngineReader;
  readonly trustProxy: ProxyTrust;
  /** Cookie names, unique per instance, as browsers share cookies between ports of a host. */
  readonly cookies: { readonly session: string; readonly browser: string };
}

/** The session of an admitted request, and the account and engine that its URL names. */
export interface Admitted {
  readonly session: OpenSession | undefined;
  readonly account: AccountRecord | undefined;
  readonly role: Role | undefined;
  readonly engine: EngineRecord | undefined;
}

/**
 * Authenticates and authorises a dashboard request. The order of the checks limits what a stranger can learn: the request
 * comes from our own pages (403), has a session (401), the person has access to the account (404, whether or not it
 * exists), the role permits the request (403), the engine exists (404).
 */
export async function admit(
  gate: DashboardGate,
  admission: Admission,
  request: FastifyRequest,
): Promise<Admitted> {
  if (!isOwnOrSafe(request, gate.trustProxy)) throw errors.foreignOrigin();
  const session = await gate.sessions.find(cookieOf(request, gate.cookies.session));
  const nothing = { session, account: undefined, role: undefined, engine: undefined };
  if (admission === 'anyone') return nothing;
  if (session === undefined) throw errors.signInFirst();
  if (admission === 'first owner' && !session.person.isFirst) throw errors.roleTooLow();
  if (admission === 'person' || admission === 'first owner') return nothing;

  const names = request.params as { account?: string; engine?: string };
  const account = await gate.accounts.byHostIdentifier(names.account ?? '');
  const role = account && (await gate.people.roleIn(session.person, account));
  if (account === undefined || role === undefined) throw errors.noSuchAccount();
  if (!isAtLeast(role, admission)) throw errors.roleTooLow();
  if (names.engine === undefined) return { session, account, role, engine: undefined };
  const engine = await gate.engines.byName(account.id, names.engine);
  if (engine === undefined) throw errors.noSuchEngine();
  return { session, account, role, engine };
}
