import type { FastifyReply } from 'fastify';

/** Listeners to the end of a response that are no leak. An import has ten, beyond which Node warns. */
const MOST_LISTENERS = 20;

/** Calls `listener` when a response has ended, complete or not. */
export function whenOver({ raw }: FastifyReply, listener: () => void): void {
  raw.setMaxListeners(MOST_LISTENERS).on('close', listener);
}
