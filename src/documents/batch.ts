import { texts } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import { isFieldName } from '../values/field-name.ts';
import type { Body } from '../values/shown-fields.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { valueError } from '../values/value.ts';
import { newDocumentId, parseDocumentId } from './document-id.ts';

/** What the answer says about one document of a batch. */
export interface Verdict {
  readonly id: string;
  readonly errors: readonly string[];
}

export interface BatchOutcome {
  readonly verdicts: readonly Verdict[];
  /** What to write, each id once, in the order of the last mention. */
  readonly documents: ReadonlyArray<{ readonly id: string; readonly json: string }>;
  /** Fields that accepted documents brought; always `text`. */
  readonly added: Schema;
}

const bytesOf = (document: Body): number => Buffer.byteLength(JSON.stringify(document));

/** More bytes than a document with this id can have: nearly all are so small that nobody has to count. */
const mostBytes = (json: string, id: string): number => 3 * json.length + 18 * id.length + 16;

/**
 * Judges the documents of one request, one after another: a document that fails leaves the others, a field that
 * an accepted document brings is there for the next, and a document named twice is built on its first mention.
 */
class Batch {
  readonly #fields: Map<string, FieldType>;
  readonly #added = new Map<string, FieldType>();
  readonly #accepted = new Map<string, { readonly body: Body; readonly json: string }>();
  readonly #verdicts: Verdict[] = [];

  constructor(schema: Schema) {
    this.#fields = new Map(schema);
  }

  refuse(id: string, ...errors: string[]): void {
    this.#verdicts.push({ id, errors });
  }

  pending(id: string): Body | undefined {
    return this.#accepted.get(id)?.body;
  }

  /**
   * Accepts `body` as the whole new document if what was `sent` obeys every rule. `counted` is the document whose
   * bytes count: as the user wrote it, so that an id we make or turn into text takes no room.
   */
  accept(id: string, sent: Body, body: Body, counted: Body, reportedAs = id): void {
    const errors: string[] = [];
    const fresh: string[] = [];
    for (const [name, value] of Object.entries(sent)) {
      const type = this.#fields.get(name);
      if (type === undefined && !isFieldName(name)) {
        errors.push(texts.invalidFieldName(name));
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
      this.refuse(reportedAs, ...errors);
      return;
    }
    for (const name of fresh) {
      this.#fields.set(name, 'text');
      this.#added.set(name, 'text');
    }
    this.#accepted.delete(id);
    this.#accepted.set(id, { body, json });
    this.#verdicts.push({ id, errors: [] });
  }

  outcome(): BatchOutcome {
    return {
      verdicts: this.#verdicts,
      documents: Array.from(this.#accepted, ([id, { json }]) => ({ id, json })),
      added: this.#added,
    };
  }
}

const withoutId = (document: Record<string, unknown>): Body => {
  const { id: _, ...body } = document;
  return body;
};

/** Documents that are created, or replaced as a whole. */
export function judgeReplacements(schema: Schema, documents: readonly unknown[]): BatchOutcome {
  const batch = new Batch(schema);
  for (const document of documents) {
    if (!isObject(document)) {
      batch.refuse('', texts.documentNotAnObject);
      continue;
    }
    const parsed = parseDocumentId(document.id);
    const body = withoutId(document);
    if (parsed.kind === 'bad') batch.refuse(reportable(document.id), parsed.message);
    else if (parsed.kind === 'given') batch.accept(parsed.id, body, body, document);
    // A document that brought no id and is refused never gets one.
    else batch.accept(newDocumentId(), body, body, document, '');
  }
  return batch.outcome();
}

/** Changes of documents that exist: what is sent replaces its fields, the others stay. */
export function judgePatches(
  schema: Schema,
  patches: readonly unknown[],
  stored: ReadonlyMap<string, Body>,
): BatchOutcome {
  const batch = new Batch(schema);
  for (const patch of patches) {
    if (!isObject(patch)) {
      batch.refuse('', texts.documentNotAnObject);
      continue;
    }
    const parsed = parseDocumentId(patch.id);
    if (parsed.kind === 'missing') batch.refuse('', texts.idMissing);
    else if (parsed.kind === 'bad') batch.refuse(reportable(patch.id), parsed.message);
    else {
      const before = batch.pending(parsed.id) ?? stored.get(parsed.id);
      const sent = withoutId(patch);
      const after = { ...before, ...sent };
      if (before === undefined) batch.refuse(parsed.id, texts.documentMissing(parsed.id));
      else batch.accept(parsed.id, sent, after, { id: parsed.id, ...after });
    }
  }
  return batch.outcome();
}

/** An id that was refused, as far as it can be named. */
const reportable = (id: unknown): string => (typeof id === 'string' ? id : '');
