import { Button, Select, TextInput } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useCallback } from 'react';
import { useDebouncedInput } from '../../parts/debounced-input.ts';
import { KeyFilter } from './key-filter.tsx';
import { isFiltered, type LogFilters, NO_FILTERS } from './log-address.ts';
import styles from './logs.module.css';

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'HEAD'];
const STATUSES = [
  { value: '2xx', label: '2xx success' },
  { value: '4xx', label: '4xx client error' },
  { value: '5xx', label: '5xx server error' },
];
const TIMES = [
  { value: '15m', label: 'Last 15 minutes' },
  { value: '1h', label: 'Last hour' },
  { value: '24h', label: 'Last 24 hours' },
  { value: '7d', label: 'Last 7 days' },
  { value: 'custom', label: 'Custom' },
];

interface Props {
  readonly filters: LogFilters;
  readonly onChange: (change: Partial<LogFilters>) => void;
  /** Names of keys in the entries shown. */
  readonly keys: readonly string[];
  /** The server's message about the period. */
  readonly problem: string | undefined;
}

export function FilterBar({ filters, onChange, keys, problem }: Props) {
  const { typed, setTyped, flush } = useDebouncedInput(
    filters.q,
    useCallback((q: string) => onChange({ q }), [onChange]),
  );
  const select = (name: 'method' | 'status' | 'time') => ({
    placeholder: 'Any',
    clearable: true,
    value: filters[name] === '' ? null : filters[name],
    onChange: (value: string | null) => onChange({ [name]: value ?? '' }),
  });
  const isOther = filters.status !== '' && !STATUSES.some(({ value }) => value === filters.status);
  const statuses = isOther ? [...STATUSES, { value: filters.status, label: filters.status }] : STATUSES;
  const moment = (name: 'from' | 'to', label: string) => (
    <TextInput
      type="datetime-local"
      label={label}
      value={filters[name]}
      onChange={(event) => onChange({ [name]: event.currentTarget.value })}
      {...(name === 'from' && { error: problem })}
    />
  );
  return (
    <form
      className={styles.filters}
      aria-label="Filters"
      onSubmit={(event) => {
        event.preventDefault();
        flush();
      }}
    >
      <TextInput
        className={styles.text ?? ''}
        label="Path contains"
        autoComplete="off"
        spellCheck={false}
        leftSection={<IconSearch size={16} stroke={1.6} />}
        value={typed}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
      <Select label="Method" data={METHODS} {...select('method')} />
      <Select label="Status" data={statuses} {...select('status')} />
      <KeyFilter value={filters.key} seen={keys} onChange={(key) => onChange({ key })} />
      <Select label="Time" data={TIMES} {...select('time')} placeholder="Any time" />
      {filters.time === 'custom' && moment('from', 'From')}
      {filters.time === 'custom' && moment('to', 'To (exclusive)')}
      {isFiltered(filters) && (
        <Button variant="subtle" className={styles.clear ?? ''} onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </form>
  );
}
