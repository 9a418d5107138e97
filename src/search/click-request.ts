import { limits } from '../limits.ts';
import { scopedId } from '../meta-engines/scoped-id.ts';
import { storableText } from '../values/storable-text.ts';
import { isGiven, isLongerThan, type Options } from './option.ts';
import { optionErrors } from './option-error.ts';
import { checkOptions, parseQuery } from './request.ts';
import { parseTags } from './tags.ts';

/** A click on a result, as a page reports it. */
export interface ClickRequest {
  readonly query: string;
  /** Not necessarily the id of an existing document. */
  readonly documentId: string;
  /** The id of the search that found the document. */
  readonly requestId: string | null;
  readonly tags: readonly string[];
}

const LONGEST_SCOPED_ID = limits.documentIdLength + scopedId('x'.repeat(limits.engineNameLength), '').length;

const OPTIONS = new Set(['query', 'document_id', 'request_id', 'tags']);

/**
 * Parses a click. Missing options are reported one at a time, as in App Search. In a meta engine, the id of a document
 * may be scoped.
 */
export function parseClick(options: Options, queryLimit: number, hasScopedIds: boolean): ClickRequest {
  checkOptions(options, OPTIONS);
  return {
    query: parseQuery(options.query, queryLimit),
    documentId: documentIdOf(options.document_id, hasScopedIds ? LONGEST_SCOPED_ID : limits.documentIdLength),
    requestId: requestIdOf(options.request_id),
    tags: parseTags('Tags', options.tags),
  };
}

function documentIdOf(value: unknown, longest: number): string {
  if (!isGiven(value)) throw optionErrors.missing('document_id');
  if (typeof value !== 'string' && typeof value !== 'number') {
    throw optionErrors.mustBe('Document id', 'a string');
  }
  const id = String(value);
  if (isLongerThan(id, longest)) throw optionErrors.tooLong('Document id', longest);
  return storableText(id);
}

function requestIdOf(value: unknown): string | null {
  if (!isGiven(value)) return null;
  if (typeof value !== 'string') throw optionErrors.mustBe('Request id', 'a string');
  if (isLongerThan(value, limits.requestIdLength))
    throw optionErrors.tooLong('Request id', limits.requestIdLength);
  return storableText(value);
}
