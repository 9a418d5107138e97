import { connect, createServer, type Server, type Socket } from 'node:net';
import type { TestContext } from 'node:test';

/** What happens to a connection when the client sends a certain text. */
export type Cut =
  /** The text does not reach the server. */
  | 'before'
  /** The server gets the text; its answer does not reach the client. */
  | 'after'
  /** As `before`, but the server is not told that the client is gone. */
  | 'half';

/** A proxy that can lose connections at a certain text, or stop passing anything on. */
export class TcpProxy {
  readonly #server: Server;
  readonly #target: number;
  readonly #pairs = new Set<readonly [client: Socket, server: Socket]>();
  #cut: { readonly text: string; readonly how: Cut } | undefined;
  #isStalled = false;
  #cutsAfter: number[] = [];
  /** Connections that were cut. */
  cuts = 0;

  private constructor(target: number) {
    this.#target = target;
    this.#server = createServer((client) => this.#accept(client));
  }

  static async start(t: Pick<TestContext, 'after'>, target: number, port = 0): Promise<TcpProxy> {
    const proxy = new TcpProxy(target);
    await new Promise<void>((resolve) => proxy.#server.listen(port, '127.0.0.1', resolve));
    proxy.#server.unref();
    t.after(() => proxy.close());
    return proxy;
  }

  get port(): number {
    const address = this.#server.address();
    return typeof address === 'object' ? (address?.port ?? 0) : 0;
  }

  /** Loses the next connection on which a client sends the text. */
  cutAt(text: string, how: Cut): void {
    this.#cut = { text, how };
  }

  /** Loses a connection when the server has sent this many bytes, then another one after the next number, and so on. */
  cutAfter(...bytes: readonly number[]): void {
    this.#cutsAfter = [...bytes];
  }

  /** Passes nothing on, in either direction, until `resume`. */
  stall(): void {
    this.#isStalled = true;
    for (const pair of this.#pairs) for (const socket of pair) socket.pause();
  }

  resume(): void {
    this.#isStalled = false;
    for (const pair of this.#pairs) for (const socket of pair) socket.resume();
  }

  close(): void {
    this.#server.close();
    for (const pair of this.#pairs) for (const socket of pair) socket.destroy();
  }

  #accept(client: Socket): void {
    const server = connect(this.#target, '127.0.0.1');
    const pair = [client, server] as const;
    this.#pairs.add(pair);
    let isSilent = false;
    client.on('data', (data) => {
      const cut = this.#cut;
      if (cut === undefined || !data.includes(cut.text)) return void server.write(data);
      this.#cut = undefined;
      this.cuts++;
      isSilent = true;
      if (cut.how === 'after') {
        server.write(data);
        server.once('data', () => end());
      } else if (cut.how === 'before') end();
      else client.destroy();
    });
    server.on('data', (data) => {
      if (isSilent) return;
      client.write(data);
      const [left] = this.#cutsAfter;
      if (left === undefined) return;
      this.#cutsAfter[0] = left - data.length;
      if (left > data.length) return;
      this.#cutsAfter.shift();
      this.cuts++;
      end();
    });
    const end = (): void => {
      client.destroy();
      server.destroy();
    };
    for (const socket of pair) {
      socket.on('error', () => {});
      socket.on('close', () => {
        if (isSilent) return;
        end();
        this.#pairs.delete(pair);
      });
    }
    if (this.#isStalled) for (const socket of pair) socket.pause();
  }
}
