import { texts } from '../error-texts.ts';
import { badRequest, errors } from '../errors.ts';
import { limits } from '../limits.ts';
import type { Options } from '../search/option.ts';

/** A request for an explanation: the options of the search, and what to explain of it. */
export interface ExplainRequest {
  readonly options: Options;
  /** The document to explain, by its id, which is scoped in a meta engine; null to show the plan alone. */
  readonly documentId: string | null;
  /** The signed search key whose restrictions apply; null for none. */
  readonly token: string | null;
}

export function parseExplainRequest(params: Options): ExplainRequest {
  const { document_id: id, as: token, ...options } = params;
  return { options, documentId: documentIdOf(id), token: tokenOf(token) };
}

function documentIdOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw errors.mustBe('Document id', 'a string or a number');
  }
  const id = String(value);
  // A scoped id has the name of its engine in front.
  const most = limits.documentIdLength + limits.engineNameLength;
  if (id === '' || id.length > most) throw errors.mustBe('Document id', `from 1 to ${most} characters long`);
  return id;
}

function tokenOf(value: unknown): string | null {
  if (value === undefined || value === null) return null;
  if (typeof value !== 'string') throw badRequest(texts.asNotSigned);
  return value;
}
