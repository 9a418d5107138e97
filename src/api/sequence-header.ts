import type { FastifyReply } from 'fastify';
import { errors } from '../errors.ts';

/**
 * In a response: the last change of the engine that the response includes, or that the write has made. In a request: the
 * change that this node must show before it answers. It counts the changes of one engine.
 */
export const SEQUENCE_HEADER = 'x-findling-sequence';

/** Sets the header of a response. */
export const showSequence =
  (reply: FastifyReply) =>
  (sequence: number): void => {
    reply.header(SEQUENCE_HEADER, String(sequence));
  };

/** The number in the header of a request; undefined if there is none. */
export function parseSequence(value: string | readonly string[] | undefined): number | undefined {
  if (value === undefined) return undefined;
  if (typeof value !== 'string' || !/^\d{1,15}$/.test(value)) throw errors.badSequence();
  return Number(value);
}
