import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import styles from './stat.module.css';

interface Props {
  readonly label: string;
  readonly children: ReactNode;
  /** A note below the figure. */
  readonly note?: ReactNode;
}

/** One figure of an overview; wrap several in a `<dl className={styles.stats}>`, see `Stats`. */
export const Stat = ({ label, children, note }: Props) => (
  <div className={styles.stat}>
    <Text component="dt" size="sm" c="dimmed">
      {label}
    </Text>
    <dd className={styles.value}>
      <span className={styles.figure}>{children}</span>
      {note !== undefined && <span className={styles.note}>{note}</span>}
    </dd>
  </div>
);

export const Stats = ({ children }: { readonly children: ReactNode }) => (
  <dl className={styles.stats}>{children}</dl>
);
