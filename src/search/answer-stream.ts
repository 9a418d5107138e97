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

/** Several responses as one list; a stream only if one of them is a stream. */
export function listed(answers: ReadonlyArray<object | AnswerStream>): JsonText | AnswerStream {
  return answers.some((answer) => answer instanceof AnswerStream)
    ? new AnswerStream(listChunks(answers))
    : new JsonText(`[${answers.map(jsonOf).join(',')}]`);
}

async function* listChunks(answers: ReadonlyArray<object | AnswerStream>): AsyncGenerator<Chunk> {
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
