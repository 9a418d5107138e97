import { resultOf, type TaskOutcome } from '../api/task-outcome.ts';
import { limits } from '../limits.ts';
import type { Thread } from '../threads/thread.ts';
import type { Schema } from '../values/types.ts';
import type { ValidatedBatch } from './batch.ts';
import { documentsIn, parseIds } from './documents-request.ts';
import { ParsedDocuments, type SentDocuments } from './sent-documents.ts';
import type { ValidationPayload } from './validation-task.ts';

type Parser = Pick<Thread, 'call'>;

/** Reads the documents of a request body; throws if a small body is not valid, a large one fails when it is used. */
export type DocumentReading = (text: string | undefined) => SentDocuments;

/** Reads the ids that a request has in its body or in its address. */
export type IdReading = (
  text: string | undefined,
  address: Readonly<Record<string, unknown>>,
) => Promise<readonly string[]>;

/** Bodies of more than `largeBody` characters go to the parser thread: below, they take about a millisecond. */
export const readDocuments =
  (parser: Parser, largeBody: number = limits.smallBody): DocumentReading =>
  (text = '') => {
    const bytes = Buffer.byteLength(text);
    return text.length > largeBody
      ? new LargeDocuments(text, bytes, parser)
      : new ParsedDocuments([...documentsIn(text)], bytes);
  };

export const readIds =
  (parser: Parser): IdReading =>
  async (text = '', address) =>
    text.length > limits.smallBody
      ? validate(parser, { as: 'list of ids', text, address })
      : parseIds(text, address);

/**
 * Documents that the parser thread parses and validates. Patches are parsed twice, for their ids and for the validation:
 * a thread that kept them in between would need to be told when to drop them.
 */
class LargeDocuments implements SentDocuments {
  readonly isLarge = true;
  readonly bytes: number;
  readonly #text: string;
  readonly #parser: Parser;

  constructor(text: string, bytes: number, parser: Parser) {
    this.#text = text;
    this.bytes = bytes;
    this.#parser = parser;
  }

  ids(): Promise<readonly string[]> {
    return validate(this.#parser, { as: 'ids', text: this.#text });
  }

  onlyId(): Promise<string | undefined> {
    return validate(this.#parser, { as: 'only id', text: this.#text });
  }

  replacements(schema: Schema): Promise<ValidatedBatch> {
    return validate(this.#parser, { as: 'replacements', text: this.#text, schema });
  }

  patches(schema: Schema, stored: ReadonlyMap<string, string>): Promise<ValidatedBatch> {
    return validate(this.#parser, { as: 'patches', text: this.#text, schema, stored });
  }
}

const validate = async <T>(parser: Parser, payload: ValidationPayload): Promise<T> =>
  resultOf(await parser.call<TaskOutcome<T>>('validate', payload));
