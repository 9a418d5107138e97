import { useSearch } from '@elastic/react-search-ui';
import { NativeSelect } from '@mantine/core';
import type { Sort } from './page-options.ts';

const idOf = ({ field, direction }: Omit<Sort, 'label'>): string => `${field} ${direction}`;

export function Sorting({ sorts }: { readonly sorts: readonly Sort[] }) {
  const { sortField, sortDirection, setSort } = useSearch();
  const current = sorts.find((sort) => sort.field === sortField && sort.direction === sortDirection);
  return (
    <NativeSelect
      aria-label="Sort by"
      data={[
        { value: '', label: 'Most relevant first' },
        ...sorts.map((sort) => ({ value: idOf(sort), label: sort.label })),
      ]}
      value={current === undefined ? '' : idOf(current)}
      onChange={({ currentTarget: { value } }) => {
        const next = sorts.find((sort) => idOf(sort) === value);
        setSort(next?.field ?? '', next?.direction ?? '');
      }}
    />
  );
}
