import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import { useState } from 'react';
import { Choice } from './choice.tsx';
import type { Expiry } from './expiry.ts';
import { localMoment, momentIn } from './local-moment.ts';

interface Props {
  readonly value: Expiry;
  readonly problem: string | undefined;
  readonly onChange: (next: Expiry) => void;
}

const UNITS = [
  { value: '86400', label: 'days' },
  { value: '3600', label: 'hours' },
  { value: '60', label: 'minutes' },
  { value: '1', label: 'seconds' },
];
const HOUR = 3600;
const DAY = 24 * HOUR;

/** The largest unit that divides the seconds evenly. */
const unitOf = (seconds: number): number =>
  Number(UNITS.find(({ value }) => seconds > 0 && seconds % Number(value) === 0)?.value ?? HOUR);

/** `exp`: how long the key is valid. */
export function ExpiryField({ value, problem, onChange }: Props) {
  return (
    <Choice
      label="Expires"
      value={value.kind}
      options={[
        { value: 'never', label: 'Never' },
        { value: 'after', label: 'After' },
        { value: 'at', label: 'At' },
      ]}
      onChange={(kind) => onChange(fresh(kind))}
      problem={problem}
    >
      {value.kind === 'after' && (
        <After seconds={value.seconds} onChange={(seconds) => onChange({ kind: 'after', seconds })} />
      )}
      {value.kind === 'at' && (
        <TextInput
          type="datetime-local"
          aria-label="Expiry date and time, in your time zone"
          maw={260}
          value={localMoment(value.seconds)}
          onChange={(event) => {
            const seconds = momentIn(event.currentTarget.value);
            if (seconds !== undefined) onChange({ kind: 'at', seconds });
          }}
        />
      )}
    </Choice>
  );
}

function fresh(kind: Expiry['kind']): Expiry {
  if (kind === 'never') return { kind };
  if (kind === 'after') return { kind, seconds: HOUR };
  const tomorrow = Math.floor(Date.now() / 1000) + DAY;
  return { kind, seconds: tomorrow - (tomorrow % HOUR) };
}

interface AfterProps {
  readonly seconds: number;
  readonly onChange: (seconds: number) => void;
}

function After({ seconds, onChange }: AfterProps) {
  // Keep the chosen unit: 60 minutes must not turn into 1 hour while typing.
  const [unit, setUnit] = useState(() => unitOf(seconds));
  const count = seconds / unit;
  return (
    <Group gap="xs" wrap="nowrap">
      <NumberInput
        aria-label="Valid for"
        w={90}
        min={1}
        max={99_999}
        allowDecimal={false}
        allowNegative={false}
        clampBehavior="strict"
        value={count === 0 ? '' : count}
        onChange={(next) => onChange(Number(next) * unit)}
      />
      <Select
        aria-label="Unit"
        w={130}
        data={UNITS}
        allowDeselect={false}
        value={String(unit)}
        onChange={(next) => {
          setUnit(Number(next));
          onChange(Math.max(1, count) * Number(next));
        }}
      />
    </Group>
  );
}
