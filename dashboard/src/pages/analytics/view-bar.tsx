import { NativeSelect } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './analytics.module.css';
import { DatesForm } from './dates-form.tsx';
import { PRESETS } from './period.ts';
import type { View, ViewChange } from './view.ts';

interface Props {
  readonly view: View;
  /** The tags of the engine. */
  readonly tags: readonly string[];
  readonly onChange: (change: ViewChange) => void;
  /** Further inputs in the same line. */
  readonly children?: ReactNode;
}

const PERIODS = [
  ...PRESETS.map(({ days, label }) => ({ value: days, label })),
  { value: '', label: 'Other dates' },
];

/** The period and the tag of a page of analytics. */
export function ViewBar({ view, tags, onChange, children }: Props) {
  const { period, days, tag } = view;
  const offered = tag === '' || tags.includes(tag) ? tags : [tag, ...tags];
  return (
    <div className={styles.bar}>
      <NativeSelect
        label="Period"
        data={PERIODS}
        value={days}
        onChange={({ currentTarget: { value } }) =>
          onChange(value === '' ? { ...period, days: '' } : { days: value, from: '', to: '' })
        }
      />
      {days === '' && <DatesForm period={period} onApply={onChange} />}
      {offered.length > 0 && (
        <NativeSelect
          label="Tag"
          className={styles.tag}
          data={[{ value: '', label: 'All tags' }, ...offered.map((one) => ({ value: one, label: one }))]}
          value={tag}
          onChange={({ currentTarget: { value } }) => onChange({ tag: value })}
        />
      )}
      {children}
    </div>
  );
}
