import { Input, SegmentedControl, Stack } from '@mantine/core';
import { type ReactNode, useEffect, useId, useState } from 'react';
import styles from './choice.module.css';

interface Props<T extends string> {
  readonly label: string;
  /** A description of the choice. */
  readonly hint?: ReactNode;
  readonly value: T;
  readonly options: ReadonlyArray<{ readonly value: T; readonly label: string }>;
  readonly onChange: (next: T) => void;
  /** What is missing or wrong. A hint until the focus leaves the group, then an error. */
  readonly problem?: string | undefined;
  readonly children?: ReactNode;
}

/** One restriction: a switch with its details below. */
export function Choice<T extends string>(props: Props<T>) {
  const { label, hint, value, options, onChange, problem, children } = props;
  const id = useId();
  const [isLeft, setIsLeft] = useState(false);
  const isFine = problem === undefined;
  useEffect(() => {
    if (isFine) setIsLeft(false);
  }, [isFine]);
  return (
    <Stack
      gap={8}
      role="group"
      aria-labelledby={id}
      onBlur={({ currentTarget, relatedTarget }) => {
        if (!currentTarget.contains(relatedTarget)) setIsLeft(!isFine);
      }}
    >
      <div>
        <Input.Label component="div" id={id}>
          {label}
        </Input.Label>
        {hint !== undefined && <Input.Description>{hint}</Input.Description>}
      </div>
      <SegmentedControl
        className={styles.choice ?? ''}
        size="sm"
        aria-label={label}
        data={[...options]}
        value={value}
        onChange={(next) => onChange(next as T)}
      />
      {children}
      <div role="status" className={styles.problem}>
        {!isFine &&
          (isLeft ? <Input.Error>{problem}</Input.Error> : <Input.Description>{problem}</Input.Description>)}
      </div>
    </Stack>
  );
}
