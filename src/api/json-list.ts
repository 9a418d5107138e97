import type { FastifyReply } from 'fastify';
import { JsonText } from '../json/json-text.ts';
import { streamJson } from './json-stream.ts';
import type { answered } from './route.ts';

/** Characters from which on a list is sent as a stream. */
const LARGE = 262_144;

/** The elements of a list as JSON, some at a time. */
export type JsonPieces = AsyncGenerator<readonly string[], void>;

/**
 * A response with a list between `before` and `after`. A large one is sent as a stream that reads no faster than the
 * client, so that it is never in memory as a whole.
 */
export async function jsonList(
  reply: FastifyReply,
  before: string,
  pieces: JsonPieces,
  after: string,
): Promise<JsonText | typeof answered> {
  const texts: string[] = [];
  let length = 0;
  for (let next = await pieces.next(); !next.done; next = await pieces.next()) {
    for (const text of next.value) {
      texts.push(text);
      length += text.length;
    }
    if (length > LARGE) return streamJson(reply, chunks(before + texts.join(','), pieces, after));
  }
  return new JsonText(before + texts.join(',') + after);
}

async function* chunks(begin: string, rest: JsonPieces, after: string): AsyncGenerator<string> {
  yield begin;
  for await (const texts of rest) if (texts.length > 0) yield `,${texts.join(',')}`;
  yield after;
}
