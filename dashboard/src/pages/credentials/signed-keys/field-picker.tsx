import { MultiSelect } from '@mantine/core';

interface Props {
  readonly label: string;
  readonly value: readonly string[];
  readonly names: readonly string[];
  readonly onChange: (names: string[]) => void;
}

/** A multi-select of fields. Selected fields that the engine does not have stay, so that they can be removed. */
export const FieldPicker = ({ label, value, names, onChange }: Props) => (
  <MultiSelect
    aria-label={label}
    placeholder={value.length === 0 ? 'Choose fields' : ''}
    data={[...new Set([...names, ...value])]}
    value={[...value]}
    onChange={onChange}
    searchable
    // On the same line as the selected ones.
    styles={{ inputField: { minWidth: 40 } }}
    clearable
    hidePickedOptions
    nothingFoundMessage="No matching field"
    clearButtonProps={{ 'aria-label': `Clear ${label.toLowerCase()}` }}
  />
);
