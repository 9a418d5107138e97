import type { Entry } from './entries.ts';
import type { ImportDocument, Prepared, Unsendable } from './import-document.ts';

/** A document on its way, with its place in the file. */
export interface Item extends ImportDocument {
  readonly number: number;
  readonly line: number;
}

export interface Batch {
  readonly items: readonly Item[];
  /** How many bytes of the file are read with it. */
  readonly to: number;
}

/** What the server takes at once; and characters, of which each has at most three bytes of the 10 MB it takes. */
export const BATCH = { documents: 100, characters: 3_000_000 };

interface Handlers {
  readonly prepare: (entry: Entry) => Prepared;
  /** Told of every document that cannot be sent. */
  readonly refuse: (entry: Entry, reason: Unsendable) => void;
}

/** Groups the documents of a file. Where the file cannot be read on, what was read before is handed over first. */
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
        // The names of columns.
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
