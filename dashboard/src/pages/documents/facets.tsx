import { Button, Select, Stack } from '@mantine/core';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { type Browsing, canBeListed, countsOf, MOST_LISTED, type Schema } from './browsing.ts';
import { Facet, type FacetValue } from './facet.tsx';

interface Props {
  readonly schema: Schema;
  readonly browsing: Browsing;
  readonly onChange: (change: Partial<Browsing>) => void;
}

/** Maximum values per field. */
const VALUES = 100;

type Counted = ReadonlyArray<{
  readonly facets: Readonly<Record<string, ReadonlyArray<{ readonly data: readonly FacetValue[] }>>>;
}>;

/** Filters on the values of selected fields. */
export function Facets({ schema, browsing, onChange }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const { listed, chosen } = browsing;
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
  const without = (field: string): Browsing['chosen'] =>
    Object.fromEntries(Object.entries(chosen).filter(([name]) => name !== field));
  const free = Object.keys(schema).filter((field) => canBeListed(schema, field) && !listed.includes(field));
  return (
    <Stack gap="md">
      {listed.map((field) => (
        <Facet
          key={field}
          field={field}
          values={valuesOf(field)}
          chosen={chosen[field] ?? []}
          onChoose={(values) =>
            onChange({ chosen: values.length === 0 ? without(field) : { ...chosen, [field]: values } })
          }
          onClose={() =>
            onChange({ listed: listed.filter((name) => name !== field), chosen: without(field) })
          }
        />
      ))}
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
      {Object.keys(chosen).length > 0 && (
        <Button variant="subtle" size="compact-sm" onClick={() => onChange({ chosen: {} })}>
          Clear all filters
        </Button>
      )}
    </Stack>
  );
}
