import { type Change, isWritten } from './index-changes.ts';

/**
 * Deletions that a generation has applied and that its sequence number does not cover yet. They keep an older change
 * that arrives late from bringing a document back.
 */
export class Tombstones {
  readonly #sequences = new Map<string, number>();

  /** The sequence of the deletion of a document, undefined if there is no tombstone. */
  sequenceOf(id: string): number | undefined {
    return this.#sequences.get(id);
  }

  record(changes: readonly Change[]): void {
    for (const change of changes) {
      if (isWritten(change)) this.#sequences.delete(change.id);
      else this.#sequences.set(change.id, change.sequence);
    }
  }

  /** Every change up to `sequence` is in the index. */
  dropUpTo(sequence: number): void {
    for (const [id, deleted] of this.#sequences) if (deleted <= sequence) this.#sequences.delete(id);
  }
}
