import { ApiError } from '../errors.ts';
import type { Schema } from '../values/types.ts';
import { parseDocuments } from './documents-request.ts';
import { ParsedDocuments } from './sent-documents.ts';

/** What a worker gets to judge: the text of a body, and what it is judged against. */
export type JudgePayload = { readonly text: string } & (
  | { readonly as: 'ids' }
  | { readonly as: 'replacements'; readonly schema: Schema }
  | { readonly as: 'patches'; readonly schema: Schema; readonly stored: ReadonlyMap<string, string> }
);

/** The answer, or what the request is refused with: an error of ours, which would lose its class on the way. */
export type Judged<T> =
  | { readonly answer: T; readonly refusal?: undefined }
  | { readonly answer?: undefined; readonly refusal: Pick<ApiError, 'status' | 'body' | 'headers'> };

/** The task `judge`: what is done with a small body on the spot, for a large one. */
export async function judgeTask(payload: JudgePayload): Promise<Judged<unknown>> {
  try {
    return { answer: await judged(payload) };
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    const { status, body, headers } = error;
    return { refusal: { status, body, headers } };
  }
}

function judged(payload: JudgePayload): Promise<unknown> {
  const documents = new ParsedDocuments(parseDocuments(payload.text));
  if (payload.as === 'ids') return documents.ids();
  return payload.as === 'replacements'
    ? documents.replacements(payload.schema)
    : documents.patches(payload.schema, payload.stored);
}
