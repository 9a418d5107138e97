import { type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import { parseIds } from '../documents/documents-request.ts';
import type { DocumentReader } from '../store/port.ts';
import { documentVersion } from './resource-versions.ts';
import type { OriginalList } from './types.ts';

/**
 * Documents exactly as they were sent. The public API returns values converted to the current field types, with null for
 * values that do not convert. Editing a document or restoring a deleted one must start from the original values, or it
 * would lose them.
 */
export const originalDocumentRoutes = (documents: DocumentReader): DashboardRoute[] => [
  engineVisit({
    method: 'GET',
    path: '/accounts/:account/engines/:engine/originals',
    async answer({ engine, params }): Promise<OriginalList> {
      const ids = parseIds(undefined, await params());
      const rows = await documents.byIds(engine.id, ids);
      return {
        results: ids.map((id) => {
          const row = rows.get(id);
          if (row === undefined) return null;
          const document = { id, ...JSON.parse(row.json) };
          return { document, version: documentVersion(engine.id, row.sequence) };
        }),
      };
    },
  }),
];
