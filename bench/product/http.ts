import { Agent, request } from 'node:http';

const agent = new Agent({ keepAlive: true, maxSockets: 64 });

/** Lets go of connections that are kept open. */
export const closeConnections = (): void => agent.destroy();

/** An answer as JSON; of a shape that whoever asked knows. */
// biome-ignore lint/suspicious/noExplicitAny: a benchmark reads the shapes it asked for.
export type Json = any;

/** Asks once over a connection that is kept; anything but success is an error. The answer is parsed, as a client would. */
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
