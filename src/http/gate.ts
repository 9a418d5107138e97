import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import { type Caller, reaches } from '../api/caller.ts';
import { type Presented, presentedBy } from '../api/presented.ts';
import type { ProxyTrust } from '../api/trusted-proxies.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { holds } from '../credentials/permission.ts';
import type { BasicSignIn } from '../dashboard-api/basic-sign-in.ts';
import { errors } from '../errors.ts';
import type { AppliedSequences } from '../indexing/applied-sequences.ts';
import type { AccountRecord, EngineReader, EngineRecord } from '../store/port.ts';
import type { Flow } from '../threads/flow.ts';
import { requestHost } from './addresses.ts';
import type { ApiLog } from './api-log.ts';
import { APP_SEARCH_VERSION } from './app-search-version.ts';
import type { Permission } from './permissions.ts';
import type { RateLimits } from './rate-limits.ts';

/** On whose behalf a caller's request runs. A signed key belongs to the key that signed it. */
export const flowOf = ({ account, kind, keyName }: Caller, address: string): Flow => [
  String(account.id),
  `${kind === 'person' || kind === 'owner' ? 'person' : 'key'} ${keyName}`,
  address,
];

export interface Entry {
  readonly caller: Caller;
  readonly engine: EngineRecord | undefined;
}

export interface Gate {
  readonly accounts: Accounts;
  readonly credentials: Credentials;
  readonly basicSignIn: BasicSignIn;
  readonly engines: EngineReader;
  readonly trustProxy: ProxyTrust;
  readonly rateLimits: RateLimits;
  readonly apiLog: ApiLog;
  readonly applied: Pick<AppliedSequences, 'of' | 'waitFor'>;
}

/** The caller; undefined if what the request presents is invalid for any reason. */
async function callerOf(
  { credentials, basicSignIn }: Gate,
  account: AccountRecord,
  { scheme, text }: Presented,
  address: string,
): Promise<Caller | undefined> {
  if (scheme === 'basic') return basicSignIn.authenticate(account, text, address);
  const caller = await credentials.authenticate(account, text);
  if (caller !== undefined) credentials.uses.note(account.id, caller.keyName, caller.usesPrevious);
  return caller;
}

/**
 * Authenticates and authorises a request. The order of the checks limits what a stranger can learn: the token is valid
 * (401), this kind of key may call the route (401), the engine is in the key's scope (401, whether or not it exists), the
 * engine exists (404).
 */
export async function enter(
  gate: Gate,
  permission: Permission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Entry> {
  const account = await gate.accounts.byHost(requestHost(request, gate.trustProxy));
  if (account === undefined) throw errors.noSuchAccount();
  const presented = presentedBy(request);
  if (presented === undefined) throw errors.notSignedIn();
  const caller = await callerOf(gate, account, presented, request.ip);
  if (caller === undefined) throw errors.invalidToken();
  const { engine: name } = request.params as { engine: string };
  const isOfEngine = permission.reach === 'engine';
  // Before the permission is checked: the API log of an engine also shows who was refused.
  const engine = isOfEngine ? await gate.engines.byName(account.id, name) : undefined;
  if (engine !== undefined) gate.apiLog.watch(request, reply, caller, engine);
  if (!holds(caller, permission.right)) throw errors.unauthorized();
  if (permission.reach === 'all' && caller.engines !== null) throw errors.unauthorized();
  if (isOfEngine && !reaches(caller, name)) throw errors.unauthorized();
  // Sent to every authorised caller, also when the engine does not exist.
  reply.header('x-app-search-version', APP_SEARCH_VERSION);
  if (!isOfEngine) return { caller, engine: undefined };
  if (engine === undefined) throw errors.noSuchEngine();
  return { caller, engine };
}
