import { type DashboardRoute, engineVisit } from '../api/dashboard-route.ts';
import { parseIds } from '../documents/documents-request.ts';
import { schemaOf } from '../meta-engines/engine-schema.ts';
import { UnionSchema } from '../meta-engines/union-schema.ts';
import type { StoredDocument, StoreReader } from '../store/port.ts';
import { documentVersion } from './resource-versions.ts';
import type { OriginalList } from './types.ts';

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
      const schema = await schemaOf(engines, engine);
      const refs = ids.map((id) =>
        schema instanceof UnionSchema ? schema.refOf(id) : { engineId: engine.id, id },
      );
      const rows = new Map<number, ReadonlyMap<string, StoredDocument>>();
      for (const [engineId, own] of Map.groupBy(
        refs.filter((ref) => ref !== undefined),
        (ref) => ref.engineId,
      )) {
        const found = await documents.byIds(
          engineId,
          own.map(({ id }) => id),
        );
        rows.set(engineId, found);
      }
      return {
        results: ids.map((id, at) => {
          const ref = refs[at];
          const row = ref && rows.get(ref.engineId)?.get(ref.id);
          if (ref === undefined || row === undefined) return null;
          const document = { id, ...JSON.parse(row.json) };
          return { document, version: documentVersion(ref.engineId, row.sequence) };
        }),
      };
    },
  }),
];
