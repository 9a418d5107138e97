import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import type { FastifyInstance } from 'fastify';

export interface RegisteredRoute {
  readonly method: string;
  /** With parameters as the router writes them, such as `/engines/:engine`. */
  readonly url: string;
  /** Undefined if it is that of the server. */
  readonly bodyLimit: number | undefined;
}

/**
 * Every route that is registered during `work`. Fastify announces each new server on a diagnostics channel, so no
 * route is missed and the service needs no hook for tests.
 */
export async function withRoutes<T>(work: () => Promise<T>): Promise<[T, readonly RegisteredRoute[]]> {
  const routes: RegisteredRoute[] = [];
  const watch = (message: unknown): void => {
    (message as { fastify: FastifyInstance }).fastify.addHook('onRoute', ({ method, url, bodyLimit }) => {
      for (const one of [method].flat()) routes.push({ method: one, url, bodyLimit });
    });
  };
  subscribe('fastify.initialization', watch);
  try {
    return [await work(), routes];
  } finally {
    unsubscribe('fastify.initialization', watch);
  }
}
