import { type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import { parseIds } from '../documents/documents-request.ts';
import { documentRefs } from '../meta-engines/document-refs.ts';
import type { StoreReader } from '../store/port.ts';
import { documentVersion } from './resource-versions.ts';
import type { OriginalDocument, OriginalList } from './types.ts';

/**
 * Documents exactly as they were sent. The public API returns values converted to the current field types, with null for
 * values that do not convert. Editing a document or restoring a deleted one must start from the original values, or it
 * would lose them.
 */
export const originalDocumentRoutes = ({ documents, engines }: StoreReader): DashboardRoute[] => [
  engineVisit({
    method: 'GET',
    path: '/accounts/:account/engines/:engine/originals',
    async answer({ engine, params }): Promise<OriginalList> {
      const ids = parseIds(undefined, await params());
      const refs = await documentRefs(engines, engine, ids);
      const originals = new Map<string, OriginalDocument>();
      for (const [engineId, own] of Map.groupBy(refs, (ref) => ref.engineId)) {
        const rows = await documents.byIds(
          engineId,
          own.map(({ id }) => id),
        );
        for (const { id, givenId } of own) {
          const row = rows.get(id);
          if (row === undefined) continue;
          const document = { id: givenId, ...JSON.parse(row.json) };
          originals.set(givenId, { document, version: documentVersion(engineId, row.sequence) });
        }
      }
      return { results: ids.map((id) => originals.get(id) ?? null) };
    },
  }),
];
