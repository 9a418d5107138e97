import { Agent, createServer, request } from 'node:http';
import type { AddressInfo } from 'node:net';

/** A request that passed the proxy. */
export interface Recorded {
  readonly method: string;
  readonly path: string;
  readonly body: Buffer;
}

/** A proxy in front of a server that remembers the requests of one search. */
export class RecordingProxy {
  readonly url: string;
  readonly close: () => void;
  #recorded: Recorded[] = [];

  private constructor(url: string, close: () => void) {
    this.url = url;
    this.close = close;
  }

  static async start(target: string): Promise<RecordingProxy> {
    const agent = new Agent({ keepAlive: true });
    const server = createServer((incoming, outgoing) => {
      const parts: Buffer[] = [];
      incoming.on('data', (part) => parts.push(part));
      incoming.on('end', () => {
        const body = Buffer.concat(parts);
        const { method = 'GET', url = '/' } = incoming;
        proxy.#recorded.push({ method, path: url, body });
        const asked = request(
          new URL(url, target),
          { method, agent, headers: { ...incoming.headers, host: new URL(target).host } },
          (answer) => {
            outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
            answer.pipe(outgoing);
          },
        );
        asked.on('error', () => outgoing.destroy());
        asked.end(body);
      });
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const proxy = new RecordingProxy(`http://127.0.0.1:${port}`, () => {
      server.close();
      server.closeAllConnections();
      agent.destroy();
    });
    return proxy;
  }

  /** The requests since the last call. */
  take(): readonly Recorded[] {
    const recorded = this.#recorded;
    this.#recorded = [];
    return recorded;
  }
}
