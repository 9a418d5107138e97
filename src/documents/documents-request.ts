import { errors } from '../errors.ts';
import { elementsOf } from '../json/elements.ts';
import { lastMember } from '../json/members.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import { parseDocumentId } from './document-id.ts';
import { parseDocumentJson, parseElement } from './document-json.ts';

/** A document of more bytes than are allowed. It is not parsed: a hostile one would take seconds and much memory. */
export class OversizedDocument {
  /** What the document has as its id. */
  readonly id: unknown;

  constructor(id: unknown) {
    this.id = id;
  }
}

/** A document that could not be parsed. */
export class UnreadableDocument {
  readonly message: string;

  constructor(message: string) {
    this.message = message;
  }
}

/**
 * The documents of a request: an array, or one object. They are read from the body only. Each is parsed when it is asked
 * for, so that the caller can yield in between and need not hold all of them.
 */
export function* documentsIn(text: string | undefined): Generator<unknown> {
  const body = text?.trim() || '{}';
  const isList = body.startsWith('[');
  const most = limits.documentsPerRequest;
  let count = 0;
  for (const element of elementsOf(body, most + 1)) {
    if (++count > most) throw errors.tooManyDocuments();
    const document =
      element.leastBytes > limits.documentBytes ? oversized(element.text) : parseElement(element.text);
    if (!isList && !isObject(document)) throw errors.mustBe('Documents', 'an array of objects');
    if (!isList && Object.keys(document as object).length === 0) throw errors.emptyDocuments();
    yield document;
  }
  if (count === 0) throw errors.emptyDocuments();
}

/** What stands for an oversized value of a body; null if it is not an object. */
export function oversized(text: string): OversizedDocument | null {
  if (!text.startsWith('{')) return null;
  const id = lastMember(text, 'id');
  if (id === undefined) return new OversizedDocument(undefined);
  // An object or an array is no id, and may be as large as the document.
  return new OversizedDocument(/^[[{]/.test(id) ? [] : parseDocumentJson(id));
}

/**
 * The ids of a request: the array in the body, or the parameter `ids`. An object stands for its `id`, as App Search
 * accepts it when documents are deleted.
 */
export function parseIds(
  text: string | undefined,
  address: Readonly<Record<string, unknown>>,
): readonly string[] {
  const body = text === undefined || text.trim() === '' ? undefined : parseDocumentJson(text);
  const isParameters = isObject(body) && body.ids !== undefined;
  const ids = Array.isArray(body) ? body : isParameters ? body.ids : address.ids;
  if (body !== undefined && typeof body !== 'object') throw errors.undecodable();
  if (ids === undefined || ids === null) throw errors.missingParameter('ids');
  if (!Array.isArray(ids)) throw errors.mustBe('Ids', 'an array');
  if (ids.length === 0) throw errors.missingParameter('ids');
  if (ids.length > limits.documentsPerRequest) throw errors.tooManyIds();
  return ids.map((item: unknown) => {
    const value = typeof item === 'object' && item !== null ? (item as { id?: unknown }).id : item;
    const parsed = parseDocumentId(value);
    // No document can have an invalid id: the response reports it as missing.
    if (parsed.kind === 'given') return parsed.id;
    if (typeof value === 'string') return value;
    throw errors.mustBe('Ids', 'an array of strings');
  });
}
