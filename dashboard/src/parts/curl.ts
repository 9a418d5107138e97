import type { RecordedCall } from '../api/recent-calls.ts';
import { shellWord } from './shell-word.ts';

/** A page's call as a person would make it with curl. */
export interface CurlRequest {
  readonly method: string;
  /** The whole address. */
  readonly address: string;
  readonly body?: unknown;
  /** How it shows who asks: a key of the API, or a cookie of the dashboard. */
  readonly as: 'key' | 'admin key' | 'session';
}

const API = /^\/accounts\/[^/]+\/as\/v1(\/.*)$/;
const OF_CREDENTIALS = /^\/credentials\b/;

/**
 * What a call of the dashboard looks like from outside. Where the public API has the same route, that one is
 * shown; what only the dashboard can do needs the cookie of a session.
 */
export function curlRequestOf(entry: RecordedCall, origin: string, endpoint: string): CurlRequest {
  const [, below] = API.exec(entry.path) ?? [];
  const { method, body } = entry;
  if (below === undefined)
    return { method, address: `${origin}/dashboard/api${entry.path}`, body, as: 'session' };
  const as = OF_CREDENTIALS.test(below) ? 'admin key' : 'key';
  return { method, address: `${endpoint}/api/as/v1${below}`, body, as };
}

const VARIABLES = { key: '$FINDLING_KEY', 'admin key': '$FINDLING_ADMIN_KEY' };

export function curlOf({ method, address, body, as }: CurlRequest): string {
  const { origin } = new URL(address);
  const lines = [`curl ${method === 'GET' ? '' : `-X ${method} `}${shellWord(address)}`];
  if (as === 'session') {
    lines.push('-b cookies.txt');
    // The dashboard's routes want to know where a change comes from.
    if (method !== 'GET') lines.push(`-H ${shellWord(`Origin: ${origin}`)}`);
  } else lines.push(`-H "Authorization: Bearer ${VARIABLES[as]}"`);
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d ${shellWord(typeof body === 'string' ? body : JSON.stringify(body))}`);
  }
  const command = lines.join(' \\\n  ');
  return as === 'session' ? `${signingIn(origin)}\n${command}` : command;
}

/** A comment: most people have the cookie already when they copy the second command. */
const signingIn = (origin: string): string =>
  `# Sign in once: curl -c cookies.txt ${origin}/dashboard/api/session -H 'Origin: ${origin}' -H 'Content-Type: application/json' -d '{"login":"...","password":"..."}'`;
