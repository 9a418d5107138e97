import { CloseButton, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useRef, useState } from 'react';

/** Debounce time in milliseconds. */
const PAUSE = 250;

interface Props {
  readonly query: string;
  readonly onChange: (query: string) => void;
}

/** Searches while typing. A change of the URL, for example by the back button, overrides the input. */
export function SearchBox({ query, onChange }: Props) {
  const [typed, setTyped] = useState(query);
  const sent = useRef(query);
  useEffect(() => {
    if (query !== sent.current) setTyped(query);
    sent.current = query;
  }, [query]);
  useEffect(() => {
    if (typed === sent.current) return;
    const timer = setTimeout(() => {
      sent.current = typed;
      onChange(typed);
    }, PAUSE);
    return () => clearTimeout(timer);
  }, [typed, onChange]);
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
      style={{ flex: '1 1 14rem' }}
    />
  );
}
