import { type Filter, NOTHING } from '../index/plan.ts';
import type { Schema } from '../values/types.ts';
import { UnionSchema } from './union-schema.ts';

/** The documents with any of some ids. In a meta engine, ids are scoped: each names the source of its document. */
export function idFilter(schema: Schema, ids: ReadonlyArray<string | number>): Filter {
  if (!(schema instanceof UnionSchema)) return { kind: 'value', field: 'id', values: ids };
  const refs = ids.flatMap((id) => schema.refOf(String(id)) ?? []);
  const bySource = [...Map.groupBy(refs, ({ engineId }) => engineId)].map(
    ([engineId, own]): Filter => ({
      kind: 'all',
      of: [
        { kind: 'engine', engineIds: [engineId] },
        { kind: 'value', field: 'id', values: own.map(({ id }) => id) },
      ],
    }),
  );
  return { kind: 'any', of: bySource.length > 0 ? bySource : [NOTHING] };
}
