import { JsonText, jsonOf } from '../json/json-text.ts';

/** Parts of the text of a JSON answer, made while it is sent. */
export type Chunk = string | Uint8Array;

/**
 * An answer that is made while it is sent. Nothing comes out before the first piece of results is there: what fails until
 * then can still be answered with an error.
 */
export class AnswerStream {
  readonly chunks: AsyncIterable<Chunk>;

  constructor(chunks: AsyncIterable<Chunk>) {
    this.chunks = chunks;
  }
}

/** Several answers as one list; a stream only if one of them is. */
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
