import { VisuallyHidden } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { overviewQuery } from '../api/queries.ts';
import styles from './navigation.module.css';
import type { NavEntry } from './page-route.ts';

interface Props {
  readonly account: string;
  readonly engine: string;
  readonly remark: NonNullable<NavEntry['remark']>;
}

/** A dot next to an entry that needs attention; its meaning on hover and for screen readers. */
export function NavigationRemark({ account, engine, remark }: Props) {
  const { data } = useQuery(overviewQuery(account, engine));
  const text = data && remark(data);
  if (text === undefined) return null;
  return (
    <span className={styles.remark} title={text}>
      <VisuallyHidden> ({text})</VisuallyHidden>
    </span>
  );
}
