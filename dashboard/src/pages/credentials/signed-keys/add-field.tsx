import { Select } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly names: readonly string[];
  readonly onAdd: (name: string) => void;
}

/** A select that adds one field at a time. */
export const AddField = ({ label, names, onAdd }: Props) => (
  <Select
    aria-label={label}
    placeholder={names.length === 0 ? 'All fields are listed' : 'Add a field'}
    disabled={names.length === 0}
    data={[...names]}
    value={null}
    searchable
    nothingFoundMessage="No matching field"
    onChange={(name) => name !== null && onAdd(name)}
  />
);
