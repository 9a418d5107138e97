import { type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import { type JsonPieces, jsonList } from '../api/json-list.ts';
import { parseIds } from '../documents/documents-request.ts';
import { originalText } from '../documents/original-text.ts';
import { PieceSize } from '../documents/piece-size.ts';
import { documentRefs, type GivenDocument } from '../meta-engines/document-refs.ts';
import type { DocumentReader, StoreReader } from '../store/port.ts';
import { documentVersion } from './resource-versions.ts';

/**
 * Documents exactly as they were sent, in the shape of `OriginalList`. The public API returns values converted to the
 * current field types, with null for values that do not convert. Editing a document or restoring a deleted one must start
 * from the original values, or it would lose them.
 */
export const originalDocumentRoutes = ({ documents, engines }: StoreReader): DashboardRoute[] => [
  engineVisit({
    method: 'GET',
    path: '/accounts/:account/engines/:engine/originals',
    async answer({ engine, params, reply }) {
      const ids = parseIds(undefined, await params());
      const refs = await documentRefs(engines, engine, ids);
      return jsonList(reply, '{"results":[', originals(documents, ids, refs), ']}');
    },
  }),
];

/** The JSON of an `OriginalDocument` or null for each id, in order. */
async function* originals(
  documents: DocumentReader,
  ids: readonly string[],
  refs: readonly GivenDocument[],
): JsonPieces {
  const known = new Map(refs.map((ref) => [ref.givenId, ref]));
  const pieces = new PieceSize();
  for (let from = 0; from < ids.length; ) {
    const some = ids.slice(from, from + pieces.count);
    const found = new Map<string, string>();
    const own = some.flatMap((id) => known.get(id) ?? []);
    for (const [engineId, ofEngine] of Map.groupBy(own, (ref) => ref.engineId)) {
      const rows = await documents.byIds(
        engineId,
        ofEngine.map(({ id }) => id),
      );
      for (const { id, givenId } of ofEngine) {
        const row = rows.get(id);
        if (row === undefined) continue;
        const version = JSON.stringify(documentVersion(engineId, row.sequence));
        found.set(givenId, `{"document":${originalText(givenId, row.json)},"version":${version}}`);
      }
    }
    const texts = some.map((id) => found.get(id) ?? 'null');
    from += some.length;
    pieces.read(texts);
    yield texts;
  }
}
