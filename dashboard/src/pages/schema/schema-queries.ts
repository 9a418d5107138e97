import { queryOptions } from '@tanstack/react-query';
import { queryOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { FieldType, PageMeta } from '../../api/types.ts';

/** The effect of a change on one field. */
export interface FieldForecast {
  readonly from: FieldType;
  readonly to: FieldType;
  readonly converted: number;
  readonly failed: number;
  readonly rounded: number;
  readonly empty: number;
  readonly reasons: ReadonlyArray<{
    readonly reason: string;
    readonly count: number;
    readonly samples: ReadonlyArray<{ readonly document_id: string; readonly value: string }>;
  }>;
}

export interface Forecast {
  readonly schema: Readonly<Record<string, FieldType>>;
  readonly added: readonly string[];
  readonly changed: Readonly<Record<string, FieldForecast>>;
  readonly documents_examined: number;
}

export interface Failure {
  readonly document_id: string;
  readonly field: string;
  readonly type: FieldType;
  readonly value: string;
  readonly reason: string;
}

export const schemaPath = (account: string, engine: string, ...rest: readonly string[]): string =>
  routeOf.api(account, 'engines', engine, 'schema', ...rest);

export const failuresPath = (account: string, engine: string, job?: string): string =>
  schemaPath(account, engine, 'reindex', 'failures') + queryOf({ job });

/** The last job that changed a type, with its number of errors. `after` is the last job of all. */
export const failureCountQuery = (account: string, engine: string, after: number | undefined) =>
  queryOptions({
    queryKey: engineKey(account, engine, 'failure count', after),
    queryFn: ({ signal }) =>
      call<{ meta: { page: PageMeta; job: number | null } }>(
        'GET',
        schemaPath(account, engine, 'reindex', 'failures') + queryOf({ page: { size: 1 } }),
        { signal, untracked: true },
      ),
  });
