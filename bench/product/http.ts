import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Closes keep-alive connections. */
export const closeConnections = (): void => agent.destroy();

/** A parsed response; the caller knows its shape. */
// biome-ignore lint/suspicious/noExplicitAny: a benchmark knows the shapes that it requests.
export type Json = any;

/** Sends a request over a keep-alive connection; throws unless it succeeds. The response is parsed, as in a client. */
export function call(
  base: string,
  method: string,
  path: string,
  body?: unknown,
  headers: Record<string, string> = {},
): Promise<Json> {
  const data =
    body === undefined ? undefined : Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
  return new Promise((resolve, reject) => {
    const asked = request(
      new URL(path, base),
      {
        method,
        agent,
        headers: {
          'content-type': 'application/json',
          ...(data && { 'content-length': data.length }),
          ...headers,
        },
      },
      (response) => {
        const parts: Buffer[] = [];
        response.on('data', (part) => parts.push(part));
        response.on('error', reject);
        response.on('end', () => {
          const text = Buffer.concat(parts).toString();
          const status = response.statusCode ?? 0;
          if (status < 300) resolve(text === '' ? undefined : JSON.parse(text));
          else reject(new Error(`${method} ${path} was answered with ${status}: ${text.slice(0, 400)}`));
        });
      },
    );
    asked.on('error', reject);
    asked.end(data);
  });
}
