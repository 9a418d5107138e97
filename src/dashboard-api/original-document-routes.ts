import { type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import { parseIds } from '../documents/documents-request.ts';
import type { DocumentReader } from '../store/port.ts';
import { documentVersion } from './resource-versions.ts';
import type { OriginalList } from './types.ts';

/**
 * Documents as they were sent, whatever types their fields have by now. What the public API shows is a view: a value
 * that the type of its field cannot show is null there. Whoever edits a document, or brings a deleted one back, must not
 * lose what that view hides.
 */
export const originalRoutes = (documents: DocumentReader): DashboardRoute[] => [
  engineVisit({
    method: 'GET',
    path: '/accounts/:account/engines/:engine/originals',
    async answer({ engine, params }): Promise<OriginalList> {
      const ids = parseIds(undefined, params);
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
