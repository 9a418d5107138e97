import { Fragment, type ReactNode } from 'react';
import styles from './facts.module.css';

/** A description list; stacked on small screens. */
export const Facts = ({ facts }: { readonly facts: Readonly<Record<string, ReactNode>> }) => (
  <dl className={styles.facts}>
    {Object.entries(facts).map(([name, value]) => (
      <Fragment key={name}>
        <dt className={styles.name}>{name}</dt>
        <dd className={styles.value}>{value}</dd>
      </Fragment>
    ))}
  </dl>
);
