import { useSearch } from '@elastic/react-search-ui';
import { Button, Collapse, Stack } from '@mantine/core';
import { useState } from 'react';
import { Facet } from './facet.tsx';
import type { Field } from './page-options.ts';

/** Next to the results, or behind a button on small screens. */
export function Facets({ facets }: { readonly facets: readonly Field[] }) {
  const [opened, setOpened] = useState(false);
  const { filters = [], clearFilters } = useSearch();
  const chosen = filters.reduce((count, { values }) => count + values.length, 0);
  const all = (
    <Stack gap="lg">
      {facets.map((facet) => (
        <Facet key={facet.field} facet={facet} />
      ))}
      {chosen > 0 && (
        <Button variant="default" size="xs" onClick={() => clearFilters()}>
          Clear all filters
        </Button>
      )}
    </Stack>
  );
  return (
    <section aria-label="Filters">
      <Button
        hiddenFrom="sm"
        fullWidth
        variant="default"
        aria-expanded={opened}
        onClick={() => setOpened(!opened)}
      >
        {chosen > 0 ? `Filters (${chosen})` : 'Filters'}
      </Button>
      <Collapse hiddenFrom="sm" expanded={opened} pt="md">
        {all}
      </Collapse>
      <Stack visibleFrom="sm">{all}</Stack>
    </section>
  );
}
