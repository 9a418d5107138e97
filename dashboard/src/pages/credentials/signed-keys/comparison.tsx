import { Text } from '@mantine/core';
import { counted } from '../../../parts/numbers.ts';
import { comparedResults, type SearchAnswer } from './compared.ts';
import styles from './comparison.module.css';
import { FacetComparison } from './facet-comparison.tsx';
import { PairRow } from './pair-row.tsx';

interface Props {
  readonly all: SearchAnswer;
  readonly limited: SearchAnswer;
}

/** Compares a search without restrictions and with the signed key. Differences are marked, also in words. */
export function Comparison({ all, limited }: Props) {
  const pairs = comparedResults(all, limited);
  return (
    <section aria-label="Comparison of results">
      <div className={styles.pair}>
        <Heading label="Unrestricted" answer={all} />
        <Heading label="With this key" answer={limited} />
      </div>
      <FacetComparison all={all} limited={limited} />
      <ol className={styles.rows}>
        {pairs.map((pair) => (
          <PairRow key={pair.id} pair={pair} all={all} limited={limited} />
        ))}
      </ol>
      {pairs.length === 0 && (
        <Text size="sm" c="dimmed" py="md">
          Neither search has results. Try another query.
        </Text>
      )}
    </section>
  );
}

function Heading({ label, answer }: { readonly label: string; readonly answer: SearchAnswer }) {
  const { total_results: total } = answer.meta.page;
  return (
    <div className={styles.heading}>
      <Text size="sm" fw={600}>
        {label}
      </Text>
      <Text size="sm" c="dimmed" className="numbers">
        {counted(total, 'result')}
      </Text>
    </div>
  );
}
