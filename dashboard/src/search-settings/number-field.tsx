import { NumberInput } from '@mantine/core';
import { useLayoutEffect, useRef, useState } from 'react';

interface Props {
  /** Accessible name. */
  readonly label: string;
  /** Undefined for an empty input, where that is allowed. */
  readonly value: number | undefined;
  readonly min: number;
  readonly max: number;
  readonly step?: number;
  readonly decimals?: number;
  readonly placeholder?: string;
  readonly disabled?: boolean;
  /** Called with numbers within the bounds, and with undefined for an empty input. */
  readonly onChange: (value: number | undefined) => void;
}

/** A small number input. While the typed number is out of bounds, the last valid one stays in force. */
export function NumberField({ label, value, min, max, step = 1, decimals = 0, onChange, ...others }: Props) {
  const [typed, setTyped] = useState<number | string>(value ?? '');
  const known = useRef(value);
  // Before the page is painted: a slider beside the input shows the same number.
  useLayoutEffect(() => {
    if (value === known.current) return;
    known.current = value;
    setTyped(value ?? '');
  }, [value]);
  const isOutside = typeof typed === 'number' && (typed < min || typed > max);
  return (
    <NumberInput
      size="sm"
      hideControls
      aria-label={label}
      min={min}
      max={max}
      step={step}
      decimalScale={decimals}
      allowNegative={false}
      error={isOutside ? `${min} to ${max}` : undefined}
      value={typed}
      onChange={(next) => {
        setTyped(next);
        const number = typeof next === 'number' ? next : next === '' ? undefined : Number(next);
        if (number !== undefined && !(number >= min && number <= max)) return;
        known.current = number;
        onChange(number);
      }}
      onBlur={() => {
        // Emptied where a number is required.
        if (typed !== '' || value === undefined) return;
        known.current = value;
        setTyped(value);
      }}
      {...others}
    />
  );
}
