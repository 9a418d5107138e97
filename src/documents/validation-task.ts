import { refused, type TaskOutcome } from '../api/task-outcome.ts';
import { lowerPriority } from '../threads/thread-priority.ts';
import type { Schema } from '../values/types.ts';
import { patchSteps, replacementSteps, type ValidatedBatch } from './batch.ts';
import { documentsIn, parseIds } from './documents-request.ts';
import { givenIds, onlyId } from './sent-documents.ts';

lowerPriority(5);

/** The text of a body, what to do with it, and what is needed for that. */
export type ValidationPayload = { readonly text: string } & (
  | { readonly as: 'ids' }
  | { readonly as: 'only id' }
  | { readonly as: 'list of ids'; readonly address: Readonly<Record<string, unknown>> }
  | { readonly as: 'replacements'; readonly schema: Schema }
  | { readonly as: 'patches'; readonly schema: Schema; readonly stored: ReadonlyMap<string, string> }
);

type Validated = ValidatedBatch | readonly string[] | string | undefined;

/** The task `validate`: parses and validates a large body. Yields after each document, so that no body blocks others. */
export function* validationTask(payload: ValidationPayload): Generator<void, TaskOutcome<Validated>> {
  try {
    return { result: yield* validated(payload) };
  } catch (error) {
    return refused(error);
  }
}

function* validated(payload: ValidationPayload): Generator<void, Validated> {
  const documents = documentsIn(payload.text);
  switch (payload.as) {
    case 'list of ids':
      return parseIds(payload.text, payload.address);
    case 'ids':
      return givenIds(documents);
    case 'only id':
      return onlyId(documents);
    case 'replacements':
      return yield* replacementSteps(payload.schema, documents);
    case 'patches':
      return yield* patchSteps(payload.schema, documents, payload.stored);
  }
}
