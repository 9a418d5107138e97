import { ApiError } from '../errors.ts';
import type { Schema } from '../values/types.ts';
import { parseDocuments } from './documents-request.ts';
import { ParsedDocuments } from './sent-documents.ts';

/** The text of a body, and what a worker validates it against. */
export type ValidationPayload = { readonly text: string } & (
  | { readonly as: 'ids' }
  | { readonly as: 'replacements'; readonly schema: Schema }
  | { readonly as: 'patches'; readonly schema: Schema; readonly stored: ReadonlyMap<string, string> }
);

/** The result, or the error that refuses the whole request: an `ApiError` would lose its class between threads. */
export type ValidationAnswer<T> =
  | { readonly result: T; readonly refusal?: undefined }
  | { readonly result?: undefined; readonly refusal: Pick<ApiError, 'status' | 'body' | 'headers'> };

/** The task `validate`: parses and validates a large body in a worker. */
export async function validationTask(payload: ValidationPayload): Promise<ValidationAnswer<unknown>> {
  try {
    return { result: await validated(payload) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, body, headers } = error;
    return { refusal: { status, body, headers } };
  }
}

function validated(payload: ValidationPayload): Promise<unknown> {
  const documents = new ParsedDocuments(parseDocuments(payload.text));
  if (payload.as === 'ids') return documents.ids();
  return payload.as === 'replacements'
    ? documents.replacements(payload.schema)
    : documents.patches(payload.schema, payload.stored);
}
