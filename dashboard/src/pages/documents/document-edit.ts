import { parseDocumentJson } from '../../../../src/documents/document-json.ts';
import { type JsonProblem, jsonProblem } from '../../imports/json-problem.ts';

export type DocumentJson = Readonly<Record<string, unknown>>;

/** A validation error of the edited text. */
export type EditProblem =
  | { readonly json: JsonProblem; readonly message?: undefined }
  | { readonly json?: undefined; readonly message: string };

export const prettyJson = (value: unknown): string => JSON.stringify(value, null, 2);

/** Undefined if the text is a document with this id. */
export function editProblem(text: string, id: string): EditProblem | undefined {
  const json = jsonProblem(text);
  if (json !== undefined) return { json };
  const value = JSON.parse(text) as { id?: unknown } | null;
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { message: 'A document must be an object, from { to }.' };
  }
  if (value.id === undefined || value.id === null) {
    return { message: `The document needs its id: "id": ${JSON.stringify(id)}` };
  }
  if (String(value.id) !== id) {
    return {
      message: `The id cannot be changed; it is ${JSON.stringify(id)}. To use another id, add a new document.`,
    };
  }
  return undefined;
}

/** Parses a document as the server does. */
export function documentOf(text: string): DocumentJson {
  const document = parseDocumentJson(text) as Record<string, unknown>;
  return { ...document, id: String(document.id) };
}

const same = (one: unknown, other: unknown): boolean => JSON.stringify(one) === JSON.stringify(other);

/** Fields that differ between two documents, in order. */
export const differences = (one: DocumentJson, other: DocumentJson): string[] =>
  [...new Set([...Object.keys(one), ...Object.keys(other)])].filter((name) => !same(one[name], other[name]));

/** One field of a document that two people have changed. */
export interface FieldConflict {
  readonly name: string;
  readonly theirs: unknown;
  readonly mine: unknown;
  readonly changedByThem: boolean;
  readonly changedByMe: boolean;
}

/** A three-way diff against `base`; null for a document that does not exist. */
export function conflictsOf(
  base: DocumentJson | null,
  theirs: DocumentJson | null,
  mine: DocumentJson,
): FieldConflict[] {
  const byThem = differences(base ?? {}, theirs ?? {});
  const byMe = differences(base ?? {}, mine);
  return [...new Set([...byThem, ...byMe])].map((name) => ({
    name,
    theirs: theirs?.[name],
    mine: mine[name],
    changedByThem: byThem.includes(name),
    changedByMe: byMe.includes(name),
  }));
}

/** Their document with my changes applied; my value wins where both changed a field. */
export function merged(base: DocumentJson | null, theirs: DocumentJson, mine: DocumentJson): DocumentJson {
  const document: Record<string, unknown> = { ...theirs };
  for (const name of differences(base ?? {}, mine)) {
    if (Object.hasOwn(mine, name)) document[name] = mine[name];
    else delete document[name];
  }
  return document;
}
