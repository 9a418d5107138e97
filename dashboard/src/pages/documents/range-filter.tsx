import { Group, TextInput } from '@mantine/core';
import { useCallback } from 'react';
import { useDebouncedInput } from '../../parts/debounced-input.ts';
import { isBound, type Range } from './browsing.ts';

interface Props {
  readonly field: string;
  readonly type: 'number' | 'date';
  readonly range: Range;
  /** With a bound that is empty or valid. */
  readonly onChange: (range: Range) => void;
}

/** Bounds for the values of a number or date field. */
export function RangeFilter({ field, type, range, onChange }: Props) {
  // Not "to": the end of a range is excluded.
  const end = type === 'number' ? 'Below' : 'Before';
  return (
    <Group gap={8} align="flex-start" mb={10}>
      <Bound
        label="From"
        name={`${field} from`}
        type={type}
        value={range.from}
        onChange={(from) => onChange({ ...range, from })}
      />
      <Bound
        label={end}
        name={`${field} ${end.toLowerCase()}`}
        type={type}
        value={range.to}
        onChange={(to) => onChange({ ...range, to })}
      />
    </Group>
  );
}

/** Pixels: two numbers are side by side, two dates are not. */
const WIDTHS = { number: 80, date: 150 };

interface BoundProps {
  readonly label: string;
  /** The accessible name, with the field. */
  readonly name: string;
  readonly type: 'number' | 'date';
  readonly value: string;
  readonly onChange: (value: string) => void;
}

function Bound({ label, name, type, value, onChange }: BoundProps) {
  const commit = useCallback(
    (text: string) => {
      if (text === '' || isBound(type, text)) onChange(text);
    },
    [type, onChange],
  );
  const { typed, setTyped, flush } = useDebouncedInput(value, commit);
  const isWrong = typed !== '' && !isBound(type, typed);
  return (
    <TextInput
      size="xs"
      label={label}
      aria-label={name}
      {...(type === 'date' ? { type: 'date' } : { inputMode: 'decimal' as const })}
      value={typed}
      onChange={(event) => setTyped(event.currentTarget.value)}
      onKeyDown={(event) => event.key === 'Enter' && flush()}
      error={isWrong ? 'Not a number' : undefined}
      style={{ flex: `1 1 ${WIDTHS[type]}px`, minWidth: 0 }}
    />
  );
}
