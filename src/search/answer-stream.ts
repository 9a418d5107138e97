import { JsonText, jsonOf } from '../json/json-text.ts';

/** A part of a JSON response that is generated while it is sent. */
export type Chunk = string | Uint8Array;

/**
 * A response that is generated while it is sent. The first chunk comes after the first piece of results, so a failure
 * before it still gets an error response.
 */
export class AnswerStream {
  readonly chunks: AsyncIterable<Chunk>;

  constructor(chunks: AsyncIterable<Chunk>) {
    this.chunks = chunks;
  }
}

/** Characters of a list up to which it is sent as one text: encoding it takes about a millisecond. */
const MOST_AT_ONCE = 1_048_576;

/** Several responses as one list; a stream only if one of them is a stream, or if they are long together. */
export function listed(answers: ReadonlyArray<JsonText | AnswerStream>): JsonText | AnswerStream {
  let length = 0;
  for (const answer of answers)
    length += answer instanceof JsonText ? answer.text.length : Number.POSITIVE_INFINITY;
  return length > MOST_AT_ONCE
    ? new AnswerStream(listChunks(answers))
    : new JsonText(`[${answers.map(jsonOf).join(',')}]`);
}

async function* listChunks(answers: ReadonlyArray<JsonText | AnswerStream>): AsyncGenerator<Chunk> {
  let before = '[';
  for (const answer of answers) {
    if (answer instanceof AnswerStream) {
      for await (const chunk of answer.chunks) {
        if (before !== '') yield before;
        before = '';
        yield chunk;
      }
    } else yield before + jsonOf(answer);
    before = ',';
  }
  yield ']';
}
