type Fetch = typeof globalThis.fetch;

/** Headers that a page may send to another origin without a preflight. */
const SAFE_HEADERS = ['accept', 'accept-language', 'content-language'];
const SAFE_TYPES = ['application/x-www-form-urlencoded', 'multipart/form-data', 'text/plain'];

const isSafe = (name: string, value: string): boolean =>
  SAFE_HEADERS.includes(name) || (name === 'content-type' && SAFE_TYPES.includes(value));

const listed = (header: string | null): string[] =>
  (header ?? '').split(',').map((item) => item.trim().toLowerCase());

function demand(condition: boolean, what: string): void {
  if (!condition) throw new TypeError(`Failed to fetch: ${what}`);
}

/**
 * Fetches as a browser does for a page of `origin` that sends a request with credentials to another origin: a preflight
 * goes first, and a response that does not allow the page to read it is an error. In that mode `*` allows nothing.
 * Every request is really sent, through `send`.
 */
export function browserFetch(origin: string, send: Fetch): Fetch {
  return async (input, init = {}) => {
    const headers = new Headers(init.headers);
    const unsafe = [...headers].filter(([name, value]) => !isSafe(name, value)).map(([name]) => name);
    const asked = await send(input, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': init.method ?? 'GET',
        'access-control-request-headers': unsafe.join(','),
      },
    });
    demand(asked.ok, `the preflight was answered with ${asked.status}`);
    demandVisible(asked, origin);
    const allowed = listed(asked.headers.get('access-control-allow-headers'));
    for (const name of unsafe) demand(allowed.includes(name), `the header ${name} is not allowed`);
    const methods = listed(asked.headers.get('access-control-allow-methods'));
    demand(methods.includes((init.method ?? 'GET').toLowerCase()), `${init.method} is not allowed`);

    headers.set('origin', origin);
    const answer = await send(input, { ...init, headers });
    demandVisible(answer, origin);
    return answer;
  };
}

function demandVisible(answer: Response, origin: string): void {
  const header = (name: string) => answer.headers.get(`access-control-allow-${name}`);
  demand(header('origin') === origin, `the answer is for ${header('origin')}`);
  demand(header('credentials') === 'true', 'the answer does not allow credentials');
  demand(listed(answer.headers.get('vary')).includes('origin'), 'the answer does not vary by origin');
}
