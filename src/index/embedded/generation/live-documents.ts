import type { SegmentReader } from '../snapshot/segment-reader.ts';

/** The live document with an id, and its reader. */
export function liveDocument(readers: readonly SegmentReader[], id: string) {
  for (const reader of readers) {
    const doc = reader.segment.docWithId(id);
    if (doc >= 0 && reader.isLive(doc)) return { reader, doc };
  }
  return undefined;
}

/** The readers without the documents with these ids, each looked up in all segments at once; empty ones are dropped. */
export function withoutDocuments(readers: readonly SegmentReader[], ids: readonly string[]): SegmentReader[] {
  const found = ids.flatMap((id) => liveDocument(readers, id) ?? []);
  const deleted = Map.groupBy(found, ({ reader }) => reader);
  return readers
    .map((reader) => reader.withDeleted(deleted.get(reader)?.map(({ doc }) => doc) ?? []))
    .filter((reader) => reader.liveCount > 0);
}
