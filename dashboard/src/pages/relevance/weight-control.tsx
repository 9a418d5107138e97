import { Slider } from '@mantine/core';
import { limits } from '../../../../src/limits.ts';
import { NumberField } from '../../search-settings/number-field.tsx';
import styles from './relevance.module.css';

interface Props {
  /** Accessible name of both inputs: `Weight of title`. */
  readonly label: string;
  readonly value: number;
  readonly onChange: (value: number) => void;
}

/** A number from 0 to 10, as a slider and as a number input. */
export const WeightControl = ({ label, value, onChange }: Props) => (
  <div className={styles.weight}>
    <Slider
      size="sm"
      min={0}
      max={limits.fieldWeight}
      step={0.1}
      label={null}
      thumbLabel={`${label}, slider`}
      value={value}
      onChange={(next) => onChange(Math.round(next * 10) / 10)}
    />
    <NumberField
      label={label}
      value={value}
      min={0}
      max={limits.fieldWeight}
      step={0.1}
      decimals={2}
      onChange={(next) => {
        if (next !== undefined) onChange(next);
      }}
    />
  </div>
);
