import { Anchor, Button, Group, NativeSelect, Text } from '@mantine/core';
import type { UseQueryResult } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { type Evaluation, figureText } from '../relevance/evaluation.ts';
import styles from './judgements.module.css';
import { MissingJudged } from './missing-judged.tsx';

/** How many results of each query may count. */
export const DEPTHS: readonly string[] = ['5', '10', '20', '50', '100'];

interface Props {
  readonly evaluation: UseQueryResult<Evaluation>;
  readonly depth: string;
  readonly onDepth: (depth: string) => void;
  readonly onEvaluate: () => void;
}

/** nDCG and MRR of all judged queries with the saved settings. */
export function SavedEvaluation({ evaluation, depth, onDepth, onEvaluate }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const { data, error, isFetching, isPlaceholderData } = evaluation;
  return (
    <Panel
      title="Evaluation"
      intro="How well the results agree with the judgements, with the saved settings. 1 is the best possible value."
      actions={
        <Group gap="xs" align="flex-end">
          <NativeSelect
            size="sm"
            aria-label="Results that count"
            data={DEPTHS.map((value) => ({ value, label: `First ${value} results` }))}
            value={depth}
            onChange={(event) => onDepth(event.currentTarget.value)}
          />
          <Button size="sm" variant="default" loading={isFetching} onClick={onEvaluate}>
            Evaluate now
          </Button>
        </Group>
      }
    >
      <ErrorBox error={error} />
      {data !== undefined && (
        <div className={isPlaceholderData ? styles.old : undefined} role="status">
          <Stats>
            <Stat label={`nDCG@${data.k}`}>{figureText(data.present.ndcg, undefined)}</Stat>
            <Stat label={`MRR@${data.k}`}>{figureText(data.present.mrr, undefined)}</Stat>
            <Stat label="Measured queries" note={`of ${number(data.queries.judged)} judged`}>
              {number(data.queries.measured)}
            </Stat>
          </Stats>
          <MissingJudged missing={data.missing_documents} />
        </div>
      )}
      <Text size="sm" mt="sm">
        <Anchor component={Link} href={pageOf.engine(account.id, engine, 'relevance')} underline="always">
          Relevance tuning
        </Anchor>{' '}
        shows these figures for settings that are not saved yet.
      </Text>
    </Panel>
  );
}
