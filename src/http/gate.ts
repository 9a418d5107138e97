import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Accounts } from '../accounts/accounts.ts';
import { type Caller, reaches } from '../api/caller.ts';
import type { Credentials } from '../credentials/credentials.ts';
import { holds } from '../credentials/permission.ts';
import { errors } from '../errors.ts';
import type { EngineReader, EngineRecord } from '../store/port.ts';
import { requestHost } from './addresses.ts';
import { APP_SEARCH_VERSION } from './app-search-version.ts';
import type { Permission } from './permissions.ts';

export interface Entry {
  readonly caller: Caller;
  readonly engine: EngineRecord | undefined;
}

export interface Gate {
  readonly accounts: Accounts;
  readonly credentials: Credentials;
  readonly engines: EngineReader;
  readonly trustProxy: boolean;
}

/** The token that a request carries, undefined if it carries none. The header wins over the address. */
function tokenOf(request: FastifyRequest): string | undefined {
  // Blanks are those of HTTP, which Node has cut off at both ends; any other space belongs to the token.
  const header = request.headers.authorization ?? '';
  if (header !== '') {
    const [scheme, ...rest] = header.split(/[ \t]+/);
    // One word is a bare token, as one official client sends it, unless it is a scheme with nothing behind.
    if (rest.length === 0) return scheme?.toLowerCase() === 'bearer' ? undefined : scheme;
    if (scheme?.toLowerCase() !== 'bearer') throw errors.invalidToken();
    return rest.join(' ');
  }
  const token = (request.query as Record<string, unknown>).auth_token;
  if (token === undefined || token === '') return undefined;
  if (typeof token !== 'string') throw errors.invalidToken();
  return token;
}

/**
 * Lets a request in, or refuses it. The order of the checks is the order of what a stranger may learn:
 * who are you (401), may your kind of key do this (401), is the engine in your reach (401, whether or not there
 * is one), is there such an engine (404).
 */
export async function enter(
  gate: Gate,
  permission: Permission,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<Entry> {
  const account = await gate.accounts.byHost(requestHost(request, gate.trustProxy));
  if (account === undefined) throw errors.noSuchAccount();
  const token = tokenOf(request);
  if (token === undefined) throw errors.notSignedIn();
  const caller = await gate.credentials.authenticate(account, token);
  if (caller === undefined) throw errors.invalidToken();
  if (!holds(caller, permission.right)) throw errors.unauthorized();
  if (permission.reach === 'all' && caller.engines !== null) throw errors.unauthorized();

  let engine: EngineRecord | undefined;
  if (permission.reach === 'engine') {
    const name = (request.params as { engine: string }).engine;
    if (!reaches(caller, name)) throw errors.unauthorized();
    reply.header('x-app-search-version', APP_SEARCH_VERSION);
    engine = await gate.engines.byName(account.id, name);
    if (engine === undefined) throw errors.noSuchEngine();
  }
  reply.header('x-app-search-version', APP_SEARCH_VERSION);
  return { caller, engine };
}
