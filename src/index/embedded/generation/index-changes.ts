import type { StoredChange } from '../../capabilities.ts';
import type { IndexChange } from '../../port.ts';
import type { SourceDocument } from '../workers/segment-work.ts';

/** A change in either form: with converted values, or as the store keeps the document. */
export type Change = IndexChange | StoredChange;

export const isWritten = (change: Change): boolean =>
  'json' in change ? change.json !== null : change.fields !== null;

/** The documents that changes write, in their order. */
export const writtenDocuments = (changes: readonly Change[]): SourceDocument[] =>
  changes.filter(isWritten).map((change) => {
    const { id, sequence } = change;
    return 'json' in change
      ? { id, sequence, json: change.json ?? '{}' }
      : { id, sequence, fields: change.fields ?? new Map() };
  });

/**
 * The last change of each document, in order of sequence, without those that are older than the index: changes may
 * arrive twice and out of order. `known` gives the sequence of a document or of its tombstone. All changes up to
 * `covered` are in the index, so a document that is unknown was deleted by one of them. `replaced` are the known ids.
 */
export function newestChanges(
  changes: readonly Change[],
  known: (id: string) => number | undefined,
  covered: number,
): { readonly newest: Change[]; readonly replaced: string[] } {
  const last = new Map<string, Change>();
  const replaced = new Set<string>();
  for (const change of changes) {
    const indexed = last.has(change.id) ? undefined : known(change.id);
    const before = last.get(change.id)?.sequence ?? indexed;
    if (before === undefined ? change.sequence <= covered : before > change.sequence) continue;
    last.delete(change.id);
    last.set(change.id, change);
    if (indexed !== undefined) replaced.add(change.id);
  }
  return { newest: [...last.values()].sort((a, b) => a.sequence - b.sequence), replaced: [...replaced] };
}
