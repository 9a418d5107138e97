import { texts } from '../../../../src/errors.ts';
import { valueError } from '../../../../src/values/value.ts';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { isConflict, LostConnection } from '../../api/errors.ts';
import { observable } from '../../api/observable.ts';
import type { OriginalDocument } from '../../api/types.ts';
import type { Verdict } from '../../imports/import-run.ts';
import type { Schema } from './browsing.ts';

/** What was deleted last in this window, and can be brought back. Outside of pages: one may look around first. */
export interface Deletion {
  readonly account: string;
  readonly engine: string;
  readonly documents: readonly OriginalDocument[];
  /** False if the connection was lost before the server answered. */
  readonly isCertain: boolean;
}

export const lastDeletion = observable<Deletion | null>(null);

/** What keeps a document from being written again as it is. */
export interface Lasting {
  readonly id: string;
  readonly reasons: readonly string[];
}

/**
 * Documents that cannot be brought back exactly: the type of a field has changed since, and the server would refuse the
 * value that the document has kept.
 */
export function lastingDeletions(documents: readonly OriginalDocument[], schema: Schema): Lasting[] {
  return documents
    .map(({ document: { id, ...fields } }) => ({
      id,
      reasons: Object.entries(fields).flatMap(([name, value]) => {
        const type = schema[name];
        if (type === undefined) return [texts.invalidFieldName(name)];
        const error = valueError(value, type);
        return error === undefined ? [] : [`${name}: ${error}`];
      }),
    }))
    .filter(({ reasons }) => reasons.length > 0);
}

/** Deletes documents that were just read. A single one only if nobody has changed it since. */
export async function deleteDocuments(deletion: Omit<Deletion, 'isCertain'>): Promise<void> {
  const { account, engine, documents } = deletion;
  const [only] = documents;
  try {
    await call('DELETE', routeOf.api(account, 'engines', engine, 'documents'), {
      body: documents.map(({ document }) => document.id),
      ifMatch: documents.length === 1 ? only?.version : undefined,
    });
    lastDeletion.set({ ...deletion, isCertain: true });
  } catch (error) {
    // Perhaps the server did it all the same: then there has to be a way back.
    if (error instanceof LostConnection) lastDeletion.set({ ...deletion, isCertain: false });
    throw error;
  }
}

export interface Undone {
  readonly restored: number;
  /** Ids that somebody has used again meanwhile; those documents are left alone. */
  readonly taken: readonly string[];
  readonly refused: readonly string[];
  /** What is still deleted, because the connection was lost for instance. */
  readonly left: readonly OriginalDocument[];
  readonly error: unknown;
}

/** The version of what is not there. */
const ABSENT = '0';

/** Writes the documents again exactly as they were, each only if there is none of its id by now. */
export async function undoDeletion({ account, engine, documents }: Deletion): Promise<Undone> {
  const path = routeOf.api(account, 'engines', engine, 'documents');
  const taken: string[] = [];
  const refused: string[] = [];
  let restored = 0;
  for (const [index, { document }] of documents.entries()) {
    try {
      const [verdict] = await call<readonly Verdict[]>('POST', path, { body: document, ifMatch: ABSENT });
      if (verdict === undefined || verdict.errors.length === 0) restored++;
      else refused.push(`${document.id}: ${verdict.errors.join('; ')}`);
    } catch (error) {
      if (!isConflict(error)) return { restored, taken, refused, left: documents.slice(index), error };
      taken.push(document.id);
    }
  }
  return { restored, taken, refused, left: [], error: null };
}
