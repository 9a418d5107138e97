import { isUtf8 } from 'node:buffer';
import { replacementSteps, type ValidatedBatch } from '../documents/batch.ts';
import { parseDocumentJson } from '../documents/document-json.ts';
import { oversized, UnreadableDocument } from '../documents/documents-request.ts';
import { texts } from '../error-texts.ts';
import { ApiError } from '../errors.ts';
import { elementsOf } from '../json/elements.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';

/** Complete lines of an import, and the types to validate their documents against. */
export interface LinesPayload {
  readonly bytes: Uint8Array;
  /** The number of the first line; 1 is that of the body. */
  readonly firstLine: number;
  readonly schema: Schema;
}

const NEWLINE = 10;
const BYTE_ORDER_MARK = [0xef, 0xbb, 0xbf];

/** How long the task runs before other calls get a turn, in milliseconds. */
const SLICE = 2;

/** The task `lines`: parses and validates lines. */
export function* linesTask({ bytes, firstLine, schema }: LinesPayload): Generator<void, ValidatedBatch> {
  const steps = replacementSteps(schema, documentsIn(bytes, firstLine));
  let began = performance.now();
  for (;;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - began < SLICE) continue;
    yield;
    began = performance.now();
  }
}

/** The documents of lines. Blank lines are skipped; a line that cannot be read stands for itself. */
function* documentsIn(bytes: Uint8Array, firstLine: number): Generator<unknown> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  const isText = isUtf8(buffer);
  let at = firstLine === 1 && BYTE_ORDER_MARK.every((byte, i) => buffer[i] === byte) ? 3 : 0;
  for (let line = firstLine; at < buffer.length; line++) {
    const found = buffer.indexOf(NEWLINE, at);
    const end = found < 0 ? buffer.length : found;
    if (end - at > limits.imports.lineBytes) yield new UnreadableDocument(texts.lineTooLarge(line));
    else if (!isText && !isUtf8(buffer.subarray(at, end))) {
      yield new UnreadableDocument(texts.lineNotUtf8(line));
    } else {
      const text = buffer.toString('utf8', at, end).trim();
      if (text !== '') yield documentOf(text, line);
    }
    at = end + 1;
  }
}

function documentOf(text: string, line: number): unknown {
  try {
    // A character has at most three bytes, so only these can be too large; a hostile one would take long to parse.
    if (3 * text.length > limits.documentBytes) {
      const isList = text.startsWith('[');
      const [whole] = isList ? [] : elementsOf(text, 1);
      if (isList || (whole?.leastBytes ?? 0) > limits.documentBytes) return oversized(text);
    }
    return parseDocumentJson(text);
  } catch (error) {
    if (error instanceof ApiError) return new UnreadableDocument(texts.lineNotJson(line));
    throw error;
  }
}
