import { Text, UnstyledButton } from '@mantine/core';
import { number } from '../../parts/numbers.ts';
import type { FacetValue, SearchAnswer } from './test-search.ts';
import styles from './tester.module.css';

interface Props {
  readonly facets: NonNullable<SearchAnswer['facets']>;
  readonly onPick: (field: string, value: FacetValue['value']) => void;
}

/** Facet counts; clicking a value adds a filter. */
export const FacetList = ({ facets, onPick }: Props) =>
  Object.entries(facets).map(([field, [facet]]) => (
    <section key={field} aria-label={`Facet ${field}`}>
      <Text size="xs" ff="monospace" c="dimmed" mb={4}>
        {field}
      </Text>
      <ul className={styles.facet}>
        {facet?.data.map(({ value, count }) => (
          <li key={value}>
            <UnstyledButton
              className={styles.value}
              aria-label={`Filter by ${field} ${value}, ${number(count)}`}
              onClick={() => onPick(field, value)}
            >
              <bdi>{value}</bdi> <span className={styles.quiet}>{number(count)}</span>
            </UnstyledButton>
          </li>
        ))}
        {facet?.data.length === 0 && <li className={styles.quiet}>no values</li>}
      </ul>
    </section>
  ));
