import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useDebouncedInput } from '../../parts/debounced-input.ts';

interface Props {
  readonly query: string;
  readonly onChange: (query: string) => void;
}

/** Searches while typing, and at once with Enter. */
export function SearchBox({ query, onChange }: Props) {
  const { typed, setTyped, flush } = useDebouncedInput(query, onChange);
  return (
    <TextInput
      type="search"
      aria-label="Search documents"
      placeholder="Search documents"
      leftSection={<IconSearch size={16} stroke={1.6} />}
      rightSection={
        typed !== '' && <CloseButton size="sm" aria-label="Clear the search" onClick={() => setTyped('')} />
      }
      autoComplete="off"
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
      style={{ flex: '1 1 14rem' }}
    />
  );
}
