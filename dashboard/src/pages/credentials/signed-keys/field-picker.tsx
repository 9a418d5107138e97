import { MultiSelect } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly value: readonly string[];
  readonly names: readonly string[];
  readonly onChange: (names: string[]) => void;
}

/** Fields to choose; those that are chosen and that the engine does not have stay to be taken out. */
export const FieldPicker = ({ label, value, names, onChange }: Props) => (
  <MultiSelect
    aria-label={label}
    placeholder={value.length === 0 ? 'Choose fields' : ''}
    data={[...new Set([...names, ...value])]}
    value={[...value]}
    onChange={onChange}
    searchable
    // Beside the chosen ones, not on a line of its own.
    styles={{ inputField: { minWidth: 40 } }}
    clearable
    hidePickedOptions
    nothingFoundMessage="No matching field"
    clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
  />
);
