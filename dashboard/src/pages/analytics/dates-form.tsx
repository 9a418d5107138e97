import { Button, TextInput } from '@mantine/core';
import { type FormEvent, useState } from 'react';
import styles from './analytics.module.css';
import { type Period, periodProblems } from './period.ts';

interface Props {
  readonly period: Period;
  readonly onApply: (period: Period) => void;
}

/** Any two dates. Applied together: while a date is being typed, the input has others. */
export function DatesForm({ period, onApply }: Props) {
  const [shown, setShown] = useState(period);
  const [dates, setDates] = useState(period);
  const [problems, setProblems] = useState<ReturnType<typeof periodProblems>>({});
  if (shown.from !== period.from || shown.to !== period.to) {
    // The URL has changed: show its dates.
    setShown(period);
    setDates(period);
    setProblems({});
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const found = periodProblems(dates);
    setProblems(found);
    if (Object.keys(found).length === 0) onApply(dates);
  };
  const input = (name: keyof Period, label: string) => (
    <TextInput
      type="date"
      label={label}
      value={dates[name]}
      error={problems[name]}
      onChange={({ currentTarget: { value } }) => setDates({ ...dates, [name]: value })}
    />
  );
  return (
    <form onSubmit={submit} noValidate className={styles.dates}>
      {input('from', 'First day')}
      {input('to', 'Last day')}
      <Button type="submit" variant="default" className={styles.apply}>
        Apply
      </Button>
    </form>
  );
}
