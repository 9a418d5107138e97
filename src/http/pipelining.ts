import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import type { FastifyInstance } from 'fastify';
import { limits } from '../limits.ts';

interface WaitingRequest {
  readonly response: ServerResponse;
  readonly proceed: () => void;
}

/**
 * The requests of one connection, handled one at a time. Node passes on all pipelined requests at once: thousands of them
 * in a few kilobytes would run before any request of another connection, and each could hold a body.
 */
class Connection {
  readonly #socket: Socket;
  #waiting: WaitingRequest[] = [];
  #current: ServerResponse | undefined;
  #isPaused = false;

  constructor(socket: Socket) {
    this.#socket = socket;
  }

  /** Calls `proceed` when all earlier requests of this connection have been answered. */
  enter(response: ServerResponse, proceed: () => void): void {
    if (this.#waiting.length === 0 && (this.#current === undefined || isOver(this.#current))) {
      this.#current = response;
      proceed();
      return;
    }
    this.#waiting.push({ response, proceed });
    if (this.#waiting.length === 1) this.#current?.once('close', this.#next);
    // What Node has read already still arrives: at most a buffer of 64 KB.
    if (this.#waiting.length > limits.pipelinedRequests && !this.#isPaused) {
      this.#isPaused = true;
      this.#socket.pause();
    }
  }

  /** In a turn of the event loop of its own, so that a full queue does not delay other connections. */
  readonly #next = (): void => {
    setImmediate(() => {
      if (this.#socket.destroyed) this.#waiting = [];
      const next = this.#waiting.shift();
      if (next === undefined) return;
      this.#current = next.response;
      if (this.#waiting.length > 0) next.response.once('close', this.#next);
      if (this.#isPaused && this.#waiting.length <= limits.pipelinedRequests / 2) {
        this.#isPaused = false;
        this.#socket.resume();
      }
      next.proceed();
    });
  };
}

const isOver = (response: ServerResponse): boolean => response.writableFinished || response.destroyed;

/** Handles the requests of a connection one after another. Must be the first hook. */
export function handleInTurn(app: FastifyInstance): void {
  const connections = new WeakMap<Socket, Connection>();
  app.addHook('onRequest', (request, reply, done) => {
    const { socket } = request.raw;
    let connection = connections.get(socket);
    if (connection === undefined) {
      connection = new Connection(socket);
      connections.set(socket, connection);
    }
    connection.enter(reply.raw, done);
  });
}
