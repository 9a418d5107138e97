import { Select } from '@mantine/core';
import type { FieldType } from '../../api/types.ts';
import { canBeListed, type Schema } from './browsing.ts';

interface Props {
  readonly schema: Schema;
  readonly value: string;
  readonly isSearch: boolean;
  readonly onChange: (sort: string) => void;
}

const DIRECTIONS: Readonly<Record<Exclude<FieldType, 'geolocation'>, readonly [string, string]>> = {
  text: ['A to Z', 'Z to A'],
  number: ['smallest first', 'largest first'],
  date: ['earliest first', 'latest first'],
};

const options = (field: string, [up, down]: readonly [string, string]) => [
  { value: `${field}:asc`, label: `${field}, ${up}` },
  { value: `${field}:desc`, label: `${field}, ${down}` },
];

/** The sort order of the list. */
export function SortSelect({ schema, value, isSearch, onChange }: Props) {
  const fields = Object.entries(schema).filter(([field]) => canBeListed(schema, field));
  return (
    <Select
      aria-label="Sort by"
      data={[
        { value: '', label: isSearch ? 'Best match first' : 'Newest first' },
        ...options('id', DIRECTIONS.text),
        ...fields.flatMap(([field, type]) =>
          options(field, DIRECTIONS[type as Exclude<FieldType, 'geolocation'>]),
        ),
      ]}
      value={value}
      onChange={(next) => onChange(next ?? '')}
      allowDeselect={false}
      searchable={fields.length > 8}
      style={{ flex: '1 1 220px', minWidth: 0 }}
      comboboxProps={{ position: 'bottom-end', width: 'max-content' }}
      maxDropdownHeight={320}
    />
  );
}
