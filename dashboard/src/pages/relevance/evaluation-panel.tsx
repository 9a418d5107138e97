import { Anchor, Button, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { counted, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { type Evaluation, figureText } from './evaluation.ts';
import styles from './relevance.module.css';

interface Props {
  readonly evaluation: UseQueryResult<Evaluation>;
  readonly judgements: number;
  /** For engines with many judgements, which are measured only on request. */
  readonly onMeasure: (() => void) | undefined;
}

/** Most queries to list. */
const LISTED = 5;

/** nDCG and MRR of the judged queries, with the saved and with the unsaved settings. */
export function EvaluationPanel({ evaluation, judgements, onMeasure }: Props) {
  const { data, error, isPlaceholderData, isFetching } = evaluation;
  const moved = data?.moved;
  const editing = pageOf.engine(useAccount().id, useEngineName(), 'judgements');
  return (
    <Panel
      title="Judged queries"
      intro={
        <>
          {counted(judgements, 'judgement')} of documents by query. 1 is the best possible value.{' '}
          <Anchor component={Link} size="sm" href={editing} underline="always">
            Edit judgements
          </Anchor>
        </>
      }
      actions={
        onMeasure && (
          <Button size="sm" variant="default" loading={isFetching} onClick={onMeasure}>
            Measure
          </Button>
        )
      }
    >
      <ErrorBox error={error} />
      {data !== undefined && (
        <div className={isPlaceholderData ? styles.old : undefined} role="status">
          <Stats>
            <Stat label={`nDCG@${data.k}`}>{figureText(data.present.ndcg, data.proposed?.ndcg)}</Stat>
            <Stat label={`MRR@${data.k}`}>{figureText(data.present.mrr, data.proposed?.mrr)}</Stat>
            <Stat label="Queries" note={moved && `${moved.better} better, ${moved.worse} worse`}>
              {number(data.queries.measured)}
            </Stat>
          </Stats>
          {moved !== undefined && moved.results.length > 0 && (
            <>
              <Text size="sm" fw={550} mt="sm" mb={4}>
                Queries that change most, by nDCG
              </Text>
              <ul className={styles.moves}>
                {moved.results.slice(0, LISTED).map(({ query, before, after }) => (
                  <li key={query} className="numbers">
                    <bdi>{query}</bdi>: {figureText(before.ndcg, after.ndcg)}
                  </li>
                ))}
              </ul>
            </>
          )}
        </div>
      )}
    </Panel>
  );
}
