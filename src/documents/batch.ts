import { texts } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import { isFieldName } from '../values/field-name.ts';
import type { Body } from '../values/typed-fields.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { reportedText, valueError } from '../values/value.ts';
import { newDocumentId, parseDocumentId } from './document-id.ts';

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
        errors.push(texts.invalidFieldName(reportedText(name)));
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

/** Validates documents that are created or replaced as a whole. */
export function validateReplacements(schema: Schema, documents: readonly unknown[]): ValidatedBatch {
  const batch = new Batch(schema);
  for (const document of documents) {
    if (!isObject(document)) {
      batch.refuse('', [texts.documentNotAnObject]);
      continue;
    }
    const parsed = parseDocumentId(document.id);
    const body = withoutId(document);
    if (parsed.kind === 'bad') batch.refuse(reportable(document.id), [parsed.message]);
    else if (parsed.kind === 'given') batch.accept(parsed.id, body, body, document);
    // A refused document without an id is reported without one.
    else batch.accept(newDocumentId(), body, body, document, '');
  }
  return batch.outcome();
}

/** Validates patches of existing documents: the fields that were sent replace those of the document. */
export function validatePatches(
  schema: Schema,
  patches: readonly unknown[],
  stored: ReadonlyMap<string, Body>,
): ValidatedBatch {
  const batch = new Batch(schema);
  for (const patch of patches) {
    if (!isObject(patch)) {
      batch.refuse('', [texts.documentNotAnObject]);
      continue;
    }
    const parsed = parseDocumentId(patch.id);
    if (parsed.kind === 'missing') batch.refuse('', [texts.idMissing]);
    else if (parsed.kind === 'bad') batch.refuse(reportable(patch.id), [parsed.message]);
    else {
      const before = batch.pending(parsed.id) ?? stored.get(parsed.id);
      const sent = withoutId(patch);
      const after = { ...before, ...sent };
      if (before === undefined) batch.refuse(parsed.id, [texts.documentMissing(parsed.id)]);
      else batch.accept(parsed.id, sent, after, { id: parsed.id, ...after });
    }
  }
  return batch.outcome();
}

/** A refused id as the response names it; empty if it is not text. */
const reportable = (id: unknown): string => (typeof id === 'string' ? id : '');
