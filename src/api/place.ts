declare module 'fastify' {
  interface FastifyReply {
    /** The request's place among those that run; null if it needs none. */
    place: Place | null;
  }
}

/** The place of one request among those that run. */
export interface Place {
  /** Exchanges the place for one of a stream: a client that reads slowly must not take a place from other requests. */
  becomeStream(): Promise<void>;
  /** Gives the place back. */
  leave(): void;
}
