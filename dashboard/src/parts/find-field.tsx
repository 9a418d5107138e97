import { TextInput } from '@mantine/core';
import { IconSearch } from '../frame/icons.ts';

interface Props {
  readonly value: string;
  readonly onChange: (next: string) => void;
}

/** Narrows a list of fields by name. */
export const FindField = ({ value, onChange }: Props) => (
  <TextInput
    size="sm"
    w={200}
    placeholder="Find a field"
    aria-label="Find a field"
    leftSection={<IconSearch size={16} stroke={1.6} />}
    value={value}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
);
