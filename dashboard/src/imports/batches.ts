import type { Entry } from './entries.ts';
import type { ImportDocument, Prepared, Unsendable } from './import-document.ts';

/** A document to send, with its position in the file. */
export interface Item extends ImportDocument {
  readonly number: number;
  readonly line: number;
}

export interface Batch {
  readonly items: readonly Item[];
  /** Bytes of the file read up to and including it. */
  readonly to: number;
}

/** The server's limit of documents per request; and of characters, each at most three bytes of its 10 MB limit. */
export const BATCH = { documents: 100, characters: 3_000_000 };

interface Handlers {
  readonly prepare: (entry: Entry) => Prepared;
  /** Called for every document that cannot be sent. */
  readonly refuse: (entry: Entry, reason: Unsendable) => void;
}

/** Groups the documents of a file into batches. Before a read error is thrown, the documents read so far are yielded. */
export async function* batchesOf(
  entries: AsyncIterable<readonly Entry[]>,
  { prepare, refuse }: Handlers,
): AsyncGenerator<Batch> {
  let items: Item[] = [];
  let characters = 0;
  let to = 0;
  let problem: unknown;
  const take = (): Batch => {
    const batch = { items, to };
    items = [];
    characters = 0;
    return batch;
  };
  try {
    for await (const group of entries) {
      for (const entry of group) {
        // The header row.
        if (entry.number === 0) continue;
        const prepared = prepare(entry);
        if ('unsendable' in prepared) {
          refuse(entry, prepared.unsendable);
          continue;
        }
        const { id, json } = prepared.document;
        if (items.length > 0 && characters + json.length > BATCH.characters) yield take();
        items.push({ id, json, number: entry.number, line: entry.line });
        characters += json.length;
        to = entry.to;
        if (items.length === BATCH.documents) yield take();
      }
    }
  } catch (error) {
    problem = error;
  }
  if (items.length > 0) yield take();
  if (problem !== undefined) throw problem;
}
