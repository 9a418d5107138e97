import { Text, UnstyledButton } from '@mantine/core';
import { number } from '../../parts/numbers.ts';
import type { FacetValue, SearchAnswer } from './search-answer.ts';
import styles from './tester.module.css';

interface Props {
  readonly facets: NonNullable<SearchAnswer['facets']>;
  readonly isPicked: (field: string, value: FacetValue['value']) => boolean;
  readonly onPick: (field: string, value: FacetValue['value']) => void;
}

/** Facet counts; clicking a value adds a filter or removes it. */
export const FacetList = ({ facets, isPicked, onPick }: Props) =>
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
              aria-pressed={isPicked(field, value)}
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
