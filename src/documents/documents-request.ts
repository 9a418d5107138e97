import { errors } from '../errors.ts';
import { limits } from '../limits.ts';
import { parseDocumentId } from './document-id.ts';
import { parseDocumentJson } from './document-json.ts';

/** The documents of a request: an array, or one object. They are read from the body only. */
export function parseDocuments(text: string | undefined): readonly unknown[] {
  const body = text === undefined || text.trim() === '' ? {} : parseDocumentJson(text);
  if (typeof body !== 'object' || body === null) throw errors.mustBe('Documents', 'an array of objects');
  if (Object.keys(body).length === 0) throw errors.emptyDocuments();
  const documents = Array.isArray(body) ? body : [body];
  if (documents.length > limits.documentsPerRequest) throw errors.tooManyDocuments();
  return documents;
}

/**
 * The ids of a request: the array in the body, or the parameter `ids`. An object stands for its `id`, as App Search
 * accepts it when documents are deleted.
 */
export function parseIds(
  text: string | undefined,
  params: () => Readonly<Record<string, unknown>>,
): readonly string[] {
  const body = text === undefined || text.trim() === '' ? undefined : parseDocumentJson(text);
  const ids = Array.isArray(body) ? body : ((body as { ids?: unknown } | undefined)?.ids ?? params().ids);
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
