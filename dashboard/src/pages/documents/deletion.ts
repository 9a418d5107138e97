import { texts } from '../../../../src/error-texts.ts';
import { valueError } from '../../../../src/values/value.ts';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { isConflict, LostConnection } from '../../api/errors.ts';
import type { OriginalDocument } from '../../api/types.ts';
import type { DocumentResult } from '../../imports/import-run.ts';
import { tabState } from '../../parts/tab-state.ts';
import type { Schema } from './browsing.ts';

/** The last deletion in this tab, which can be undone. */
export interface Deletion {
  readonly account: string;
  readonly engine: string;
  readonly documents: readonly OriginalDocument[];
  /** False if the connection was lost before the server answered. */
  readonly isCertain: boolean;
}

/** Survives navigation and reloads. */
export const lastDeletion = tabState<Deletion>('deletion');

/** Why a document cannot be restored unchanged. */
export interface Lasting {
  readonly id: string;
  readonly reasons: readonly string[];
}

/**
 * Documents that cannot be restored exactly: the type of a field has changed, and the server would reject the original
 * value.
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

/** Deletes documents that were just read. A single document is deleted only if it has not changed since. */
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
    // The server may have deleted them anyway, so offer to undo.
    if (error instanceof LostConnection) lastDeletion.set({ ...deletion, isCertain: false });
    throw error;
  }
}

export interface Undone {
  readonly restored: number;
  /** Ids that are in use again; those documents are not overwritten. */
  readonly taken: readonly string[];
  readonly refused: readonly string[];
  /** Documents that are still deleted, for example after a lost connection. */
  readonly left: readonly OriginalDocument[];
  readonly error: unknown;
}

/** The version of a document that does not exist. */
const ABSENT = '0';

/** Restores the original documents, each only if its id is not in use. */
export async function undoDeletion({ account, engine, documents }: Deletion): Promise<Undone> {
  const path = routeOf.api(account, 'engines', engine, 'documents');
  const taken: string[] = [];
  const refused: string[] = [];
  let restored = 0;
  for (const [index, { document }] of documents.entries()) {
    try {
      const [result] = await call<readonly DocumentResult[]>('POST', path, {
        body: document,
        ifMatch: ABSENT,
      });
      if (result === undefined || result.errors.length === 0) restored++;
      else refused.push(`${document.id}: ${result.errors.join('; ')}`);
    } catch (error) {
      if (!isConflict(error)) return { restored, taken, refused, left: documents.slice(index), error };
      taken.push(document.id);
    }
  }
  return { restored, taken, refused, left: [], error: null };
}
