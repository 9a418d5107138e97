declare module 'fastify' {
  interface FastifyRequest {
    /** Sees the response before it is compressed, and returns what to send; null if the request is not logged. */
    capture: ((payload: unknown) => unknown) | null;
  }
}

export type {};
