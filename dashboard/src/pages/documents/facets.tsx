import { Button, Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { type Browsing, canBeListed, filterCount, type Range, type Schema, UNFILTERED } from './browsing.ts';
import { countsOf, MOST_LISTED } from './document-search.ts';
import { Facet, type FacetValue } from './facet.tsx';
import { RangeFilter } from './range-filter.tsx';

interface Props {
  readonly schema: Schema;
  readonly browsing: Browsing;
  readonly onChange: (change: Partial<Browsing>) => void;
}

/** Maximum values per field. */
const VALUES = 100;
const OPEN: Range = { from: '', to: '' };

type Counted = ReadonlyArray<{
  readonly facets: Readonly<Record<string, ReadonlyArray<{ readonly data: readonly FacetValue[] }>>>;
}>;

/** A map with another value for a key, or without the key. */
function changed<T>(map: ReadonlyMap<string, T>, key: string, value: T | undefined): ReadonlyMap<string, T> {
  const next = new Map(map);
  if (value === undefined) next.delete(key);
  else next.set(key, value);
  return next;
}

/** Filters on selected fields, by values and by ranges. */
export function Facets({ schema, browsing, onChange }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const { listed, chosen, ranges } = browsing;
  const queries = countsOf(schema, browsing, VALUES);
  const { data, error } = useQuery({
    queryKey: engineKey(account.id, engine, 'values', queries),
    queryFn: ({ signal }) =>
      call<Counted>('POST', routeOf.api(account.id, 'engines', engine, 'multi_search'), {
        body: { queries },
        signal,
        untracked: true,
      }),
    placeholderData: keepPreviousData,
    enabled: queries.length > 0,
  });
  const valuesOf = (field: string): readonly FacetValue[] | undefined =>
    data?.find(({ facets }) => Object.hasOwn(facets, field))?.facets[field]?.[0]?.data;
  const free = Object.keys(schema).filter((field) => canBeListed(schema, field) && !listed.includes(field));
  return (
    <Stack gap="md">
      {listed.map((field) => {
        const type = schema[field] ?? 'text';
        return (
          <Facet
            key={field}
            field={field}
            type={type}
            values={valuesOf(field)}
            chosen={chosen.get(field) ?? []}
            onChoose={(values) =>
              onChange({ chosen: changed(chosen, field, values.length === 0 ? undefined : values) })
            }
            onClose={() =>
              onChange({
                listed: listed.filter((name) => name !== field),
                chosen: changed(chosen, field, undefined),
                ranges: changed(ranges, field, undefined),
              })
            }
          >
            {(type === 'number' || type === 'date') && (
              <RangeFilter
                field={field}
                type={type}
                range={ranges.get(field) ?? OPEN}
                onChange={(range) => {
                  const isOpen = range.from === '' && range.to === '';
                  onChange({ ranges: changed(ranges, field, isOpen ? undefined : range) });
                }}
              />
            )}
          </Facet>
        );
      })}
      <ErrorBox error={error} />
      {free.length > 0 && listed.length < MOST_LISTED && (
        <Select
          key={listed.length}
          size="sm"
          aria-label="Filter by a field"
          placeholder="Filter by a field"
          data={free}
          value={null}
          onChange={(field) => field !== null && onChange({ listed: [...listed, field] })}
          searchable
          maxDropdownHeight={320}
        />
      )}
      {filterCount(browsing) > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange(UNFILTERED)}>
          Clear filters
        </Button>
      )}
    </Stack>
  );
}
