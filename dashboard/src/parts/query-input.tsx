import { TextInput } from '@mantine/core';
import type { ReactNode } from 'react';
import { IconSearch } from '../frame/icons.ts';
import { useDebouncedInput } from './debounced-input.ts';

interface Props {
  readonly label: string;
  readonly query: string;
  readonly onChange: (query: string) => void;
  readonly description?: string;
  readonly placeholder?: string;
  /** The class of the form. */
  readonly className?: string | undefined;
  /** Buttons after the input. */
  readonly children?: ReactNode;
}

/** A query that is searched for while it is typed, and at once with Enter. */
export function QueryInput({ query, onChange, className, children, ...input }: Props) {
  const { typed, setTyped, flush } = useDebouncedInput(query, onChange);
  return (
    <form
      className={className}
      onSubmit={(event) => {
        event.preventDefault();
        flush();
      }}
    >
      <TextInput
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
        {...input}
      />
      {children}
    </form>
  );
}
