import styles from './curations.module.css';
import { queryLabel } from './curations-query.ts';

/** Queries to read. */
export const QueryTags = ({ queries }: { readonly queries: readonly string[] }) => (
  <span className={styles.tags}>
    {queries.map((query) => (
      <bdi key={query} className={styles.tag}>
        {queryLabel(query)}
      </bdi>
    ))}
  </span>
);
