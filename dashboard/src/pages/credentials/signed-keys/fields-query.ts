import { queryOptions } from '@tanstack/react-query';
import { routeOf } from '../../../addresses.ts';
import { call } from '../../../api/client.ts';
import { engineKey } from '../../../api/queries.ts';
import type { FieldType } from '../../../api/types.ts';

export type Fields = Readonly<Record<string, FieldType>>;

/** The fields of an engine; none without an engine. */
export const fieldsQuery = (account: string, engine: string | null) =>
  queryOptions({
    queryKey: engineKey(account, engine ?? '', 'fields to choose from'),
    queryFn: async ({ signal }): Promise<Fields> =>
      engine === null
        ? {}
        : call<Fields>('GET', routeOf.api(account, 'engines', engine, 'schema'), { signal, untracked: true }),
  });

/** Searchable fields: text fields and the id. */
export const searchable = (fields: Fields): readonly string[] => [
  ...Object.keys(fields).filter((name) => fields[name] === 'text'),
  'id',
];

/** Countable fields: all but geolocations. */
export const countable = (fields: Fields): readonly string[] =>
  Object.keys(fields).filter((name) => fields[name] !== 'geolocation');
