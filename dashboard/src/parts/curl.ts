import type { RecordedCall } from '../api/recorded-call.ts';
import { shellWord } from './shell-word.ts';

/** A page's call as a curl request. */
export interface CurlRequest {
  readonly method: string;
  /** The complete URL. */
  readonly address: string;
  readonly body?: unknown;
  /** Authentication: an API key or a dashboard session cookie. */
  readonly as: 'key' | 'admin key' | 'session';
}

const API = /^\/accounts\/[^/]+\/as\/v1(\/.*)$/;
const OF_CREDENTIALS = /^\/credentials\b/;

/**
 * Translates a call of the dashboard: to the same route of the public API if there is one, else to the dashboard's route
 * with a session cookie.
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
  // Curl would take brackets and braces for ranges of addresses.
  const plain = address.replace(/[[\]{}]/g, encodeURIComponent);
  const lines = [`curl ${methodOption(method, body)}${shellWord(plain)}`];
  if (as === 'session') {
    lines.push('-b cookies.txt');
    // The dashboard's routes check the Origin of writes.
    if (method !== 'GET') lines.push(`-H ${shellWord(`Origin: ${origin}`)}`);
  } else lines.push(`-H "Authorization: Bearer ${VARIABLES[as]}"`);
  if (body !== undefined) {
    lines.push(`-H 'Content-Type: application/json'`);
    lines.push(`-d ${shellWord(typeof body === 'string' ? body : legibleJson(body))}`);
  }
  const command = lines.join(' \\\n  ');
  return as === 'session' ? `${signingIn(origin)}\n${command}` : command;
}

/** Longer JSON is indented. */
const LONGEST_LINE = 90;

function legibleJson(body: unknown): string {
  const line = JSON.stringify(body);
  return line.length > LONGEST_LINE ? JSON.stringify(body, null, 2) : line;
}

/** With a body, curl sends POST unless told otherwise; HEAD has an option of its own. */
function methodOption(method: string, body: unknown): string {
  if (method === 'HEAD') return '-I ';
  return method === 'GET' && body === undefined ? '' : `-X ${method} `;
}

/** As a comment, because it is only needed once. */
const signingIn = (origin: string): string =>
  `# Sign in once: curl -c cookies.txt ${origin}/dashboard/api/session -H 'Origin: ${origin}' -H 'Content-Type: application/json' -d '{"login":"...","password":"..."}'`;
