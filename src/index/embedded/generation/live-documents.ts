import type { SegmentReader } from '../snapshot/segment-reader.ts';

interface Found {
  readonly reader: SegmentReader;
  readonly doc: number;
}

/** The live document with an id. */
export function liveDocument(readers: readonly SegmentReader[], id: string): Found | undefined {
  for (const reader of readers) {
    const doc = reader.segment.docWithId(id);
    if (doc >= 0 && reader.isLive(doc)) return { reader, doc };
  }
  return undefined;
}

/** The readers without the documents with these ids; empty segments are dropped. */
export function withoutDocuments(
  readers: readonly SegmentReader[],
  documents: ReadonlyArray<{ readonly id: string }>,
): SegmentReader[] {
  // Id by id: its bytes and hash are computed once, not once per segment.
  const found = documents.flatMap(({ id }) => liveDocument(readers, id) ?? []);
  const deleted = Map.groupBy(found, ({ reader }) => reader);
  return readers
    .map((reader) => {
      const docs = deleted.get(reader)?.map(({ doc }) => doc);
      return docs === undefined ? reader : reader.withDeleted(docs);
    })
    .filter((reader) => reader.liveCount > 0);
}
