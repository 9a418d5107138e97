import { texts } from '../error-texts.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import { isFieldName } from '../values/field-name.ts';
import type { Body } from '../values/typed-fields.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { reportedText, valueError } from '../values/value.ts';
import { newDocumentId, parseDocumentId } from './document-id.ts';
import { OversizedDocument, UnreadableDocument } from './documents-request.ts';

/** What the response says about one document of a batch; no errors if the document was accepted. */
export interface ValidationResult {
  readonly id: string;
  readonly errors: readonly string[];
}

export interface ValidatedBatch {
  readonly results: readonly ValidationResult[];
  /** What to write, each id once, in the order of the last mention. */
  readonly documents: ReadonlyArray<{ readonly id: string; readonly json: string }>;
  /** New fields of accepted documents; always `text`. */
  readonly added: Schema;
}

const bytesOf = (document: Body): number => Buffer.byteLength(JSON.stringify(document));

/** An upper bound for the bytes of a document: nearly all documents are below the limit without an exact count. */
const mostBytes = (json: string, id: string): number => 3 * json.length + 18 * id.length + 16;

/**
 * Validates the documents of one request in order. A document that fails does not affect the others, a new field of
 * an accepted document exists for the next one, and a second mention of an id builds on the first.
 */
class Batch {
  readonly #fields: Map<string, FieldType>;
  readonly #added = new Map<string, FieldType>();
  readonly #accepted = new Map<string, { readonly body: Body; readonly json: string }>();
  readonly #results: ValidationResult[] = [];

  constructor(schema: Schema) {
    this.#fields = new Map(schema);
  }

  refuse(id: string, errors: readonly string[]): void {
    this.#results.push({ id, errors: errors.slice(0, limits.messages) });
  }

  pending(id: string): Body | undefined {
    return this.#accepted.get(id)?.body;
  }

  /**
   * Accepts `body` as the whole new document if `sent` obeys every rule. The size limit applies to `counted`, the
   * document as the user wrote it: a generated id, or one converted to text, does not count.
   */
  accept(id: string, sent: Body, body: Body, counted: Body, reportedAs = id): void {
    const errors: string[] = [];
    const fresh: string[] = [];
    for (const [name, value] of Object.entries(sent)) {
      const type = this.#fields.get(name);
      if (type === undefined && !isFieldName(name)) {
        if (errors.length < limits.messages) errors.push(texts.invalidFieldName(reportedText(name)));
        continue;
      }
      if (type === undefined) fresh.push(name);
      const error = valueError(value, type ?? 'text');
      if (error !== undefined) errors.push(error);
    }
    if (this.#fields.size + fresh.length > limits.schemaFields && fresh.length > 0) {
      errors.push(texts.tooManyFields);
    }
    const json = JSON.stringify(body);
    if (mostBytes(json, id) > limits.documentBytes && bytesOf(counted) > limits.documentBytes) {
      errors.push(texts.documentTooLarge);
    }
    if (errors.length > 0) {
      this.refuse(reportedAs, errors);
      return;
    }
    for (const name of fresh) {
      this.#fields.set(name, 'text');
      this.#added.set(name, 'text');
    }
    this.#accepted.delete(id);
    this.#accepted.set(id, { body, json });
    this.#results.push({ id, errors: [] });
  }

  outcome(): ValidatedBatch {
    return {
      results: this.#results,
      documents: Array.from(this.#accepted, ([id, { json }]) => ({ id, json })),
      added: this.#added,
    };
  }
}

const withoutId = (document: Record<string, unknown>): Body => {
  const { id: _, ...body } = document;
  return body;
};

/** Validates documents that are created or replaced as a whole. Yields after each. */
export function* replacementSteps(
  schema: Schema,
  documents: Iterable<unknown>,
): Generator<void, ValidatedBatch> {
  const batch = new Batch(schema);
  for (const document of documents) {
    replace(batch, document);
    yield;
  }
  return batch.outcome();
}

function replace(batch: Batch, document: unknown): void {
  if (document instanceof UnreadableDocument) {
    batch.refuse('', [document.message]);
    return;
  }
  if (!isObject(document)) {
    batch.refuse('', [texts.documentNotAnObject]);
    return;
  }
  const parsed = parseDocumentId(document.id);
  // A refused document without an id is reported without one.
  const reportedAs = parsed.kind === 'given' ? parsed.id : '';
  if (parsed.kind === 'bad') batch.refuse(reportable(document.id), [parsed.message]);
  else if (document instanceof OversizedDocument) batch.refuse(reportedAs, [texts.documentTooLarge]);
  else {
    const body = withoutId(document);
    batch.accept(parsed.kind === 'given' ? parsed.id : newDocumentId(), body, body, document, reportedAs);
  }
}

/**
 * Validates patches of existing documents: the fields that were sent replace those of the document. Yields after each.
 * `stored` has the JSON of the documents by id.
 */
export function* patchSteps(
  schema: Schema,
  patches: Iterable<unknown>,
  stored: ReadonlyMap<string, string>,
): Generator<void, ValidatedBatch> {
  const batch = new Batch(schema);
  for (const patch of patches) {
    change(batch, patch, stored);
    yield;
  }
  return batch.outcome();
}

function change(batch: Batch, patch: unknown, stored: ReadonlyMap<string, string>): void {
  if (!isObject(patch)) {
    batch.refuse('', [texts.documentNotAnObject]);
    return;
  }
  const parsed = parseDocumentId(patch.id);
  if (parsed.kind === 'missing') batch.refuse('', [texts.idMissing]);
  else if (parsed.kind === 'bad') batch.refuse(reportable(patch.id), [parsed.message]);
  else {
    const { id } = parsed;
    const json = stored.get(id);
    const before: Body | undefined = batch.pending(id) ?? (json === undefined ? undefined : JSON.parse(json));
    if (before === undefined) batch.refuse(id, [texts.documentMissing(id)]);
    else if (patch instanceof OversizedDocument) batch.refuse(id, [texts.documentTooLarge]);
    else {
      const sent = withoutId(patch);
      const after = { ...before, ...sent };
      batch.accept(id, sent, after, { id, ...after });
    }
  }
}

/** A refused id as the response names it; empty if it is not text. */
const reportable = (id: unknown): string => (typeof id === 'string' ? id : '');
