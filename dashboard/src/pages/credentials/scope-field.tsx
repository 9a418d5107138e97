import { Checkbox, Stack, Text, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { enginesQuery } from '../../api/queries.ts';
import { useAccount } from '../../session.ts';
import styles from './scope-field.module.css';

/** Minimum number of engines for a filter input. */
const FILTER_FROM = 8;

interface Props {
  readonly value: readonly string[];
  readonly onChange: (engines: string[]) => void;
  readonly error: string | undefined;
}

/** The engines in a key's scope. Names of engines that do not exist are kept until removed. */
export function ScopeField({ value, onChange, error }: Props) {
  const account = useAccount();
  const there = useSuspenseQuery(enginesQuery(account.id)).data.results.map(({ name }) => name);
  const [kept] = useState(() => value.filter((name) => !there.includes(name)));
  const [filter, setFilter] = useState('');
  const names = [...kept, ...there];
  const shown = names.filter((name) => name.includes(filter.trim().toLowerCase()));
  return (
    <Checkbox.Group label="Which engines" value={[...value]} onChange={onChange} error={error}>
      {names.length >= FILTER_FROM && (
        <TextInput
          aria-label="Filter engines by name"
          placeholder="Filter by name"
          size="sm"
          mt={6}
          leftSection={<IconSearch size={16} stroke={1.6} />}
          value={filter}
          onChange={(event) => setFilter(event.currentTarget.value)}
        />
      )}
      <Stack gap={8} mt={6} className={styles.engines}>
        {shown.map((name) => (
          <Checkbox
            key={name}
            value={name}
            label={name}
            description={there.includes(name) ? undefined : 'This engine does not exist'}
            aria-invalid={error !== undefined || undefined}
          />
        ))}
        {shown.length === 0 && (
          <Text size="sm" c="dimmed">
            {names.length === 0
              ? 'There are no engines yet. Create one first, or grant full access.'
              : `No engine name contains “${filter}”.`}
          </Text>
        )}
      </Stack>
    </Checkbox.Group>
  );
}
