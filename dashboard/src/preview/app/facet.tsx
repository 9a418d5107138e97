import { useSearch } from '@elastic/react-search-ui';
import { Button, Checkbox, Fieldset, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import type { Field } from './page-options.ts';
import { shownValue } from './shown-value.ts';

/** Number of values shown before "Show all". */
const FIRST = 6;

/** Characters of a value; it may have thousands. */
const LONGEST = 80;

const cut = (text: string): string => (text.length > LONGEST ? `${text.slice(0, LONGEST)}…` : text);

interface Entry {
  readonly value: string | number;
  readonly count: number;
}

/** The values of one field; several selected values are combined with OR. */
export function Facet({ facet }: { readonly facet: Field }) {
  const { field, label } = facet;
  const [all, setAll] = useState(false);
  const { facets, filters = [], addFilter, removeFilter } = useSearch();
  const chosen = (filters.find((filter) => filter.field === field)?.values ?? []) as ReadonlyArray<
    string | number
  >;
  const found = (facets[field]?.[0]?.data ?? []) as readonly Entry[];
  // A selected value stays visible even without matches.
  const gone = chosen.filter((value) => found.every((entry) => entry.value !== value));
  const entries = [...gone.map((value) => ({ value, count: 0 })), ...found];
  const isLong = entries.length > FIRST + 1;
  return (
    <Fieldset variant="unstyled" legend={label} fw={600} fz="sm">
      <Stack gap={8} mt="xs" fw={400}>
        {entries.length === 0 && (
          <Text size="sm" c="dimmed">
            No values
          </Text>
        )}
        {(all || !isLong ? entries : entries.slice(0, FIRST)).map(({ value, count }) => (
          <Checkbox
            key={`${typeof value} ${value}`}
            size="sm"
            checked={chosen.includes(value)}
            onChange={({ currentTarget: { checked } }) =>
              checked ? addFilter(field, value, 'any') : removeFilter(field, value, 'any')
            }
            label={
              <>
                <bdi>{cut(shownValue(value, facet.type))}</bdi>{' '}
                <Text span size="sm" c="dimmed">
                  {count.toLocaleString('en')}
                </Text>
              </>
            }
          />
        ))}
        {isLong && (
          <Button variant="subtle" size="compact-sm" justify="flex-start" onClick={() => setAll(!all)}>
            {all ? 'Show fewer' : `Show all ${entries.length}`}
          </Button>
        )}
      </Stack>
    </Fieldset>
  );
}
