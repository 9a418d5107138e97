import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { EditActions } from '../../parts/edit-actions.tsx';
import { counted, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { queryLabel } from '../curations/curations-query.ts';
import { type Evaluation, figuresOf, figureText } from '../relevance/evaluation.ts';
import { GRADES } from './grades.ts';
import type { JudgedQuery } from './judged-queries.ts';
import styles from './judgements.module.css';
import { judgedQueryPage } from './judgements-query.ts';

interface Props {
  readonly queries: readonly JudgedQuery[];
  /** Undefined until the queries are measured. */
  readonly evaluation: Evaluation | undefined;
  readonly mayChange: boolean;
  readonly onDelete: (query: string) => void;
}

export function JudgedQueryTable({ queries, evaluation, mayChange, onDelete }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  return (
    <Panel flush>
      {/* Queries can have characters that do not wrap. */}
      <Table layout="fixed" aria-label="Judged queries">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Query</Table.Th>
            <Table.Th ta="right" w={112}>
              nDCG
            </Table.Th>
            <Table.Th ta="right" w={124} visibleFrom="sm">
              Judgements
            </Table.Th>
            {GRADES.map(({ grade }) => (
              <Table.Th key={grade} ta="right" w={96} visibleFrom="lg">
                Grade {grade}
              </Table.Th>
            ))}
            {mayChange && (
              <Table.Th w={92}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {queries.map(({ key, query, judgements, byGrade, fromClicks }) => {
            const address = judgedQueryPage(account.id, engine, query);
            return (
              <Table.Tr key={key}>
                <Table.Td className={styles.query}>
                  <Anchor component={Link} href={address}>
                    <bdi>{queryLabel(query)}</bdi>
                  </Anchor>
                  <Text size="xs" c="dimmed" hiddenFrom="sm">
                    {counted(judgements, 'judgement')}
                  </Text>
                  {fromClicks > 0 && (
                    <Text size="xs" c="dimmed">
                      {number(fromClicks)} from clicks
                    </Text>
                  )}
                </Table.Td>
                <Table.Td ta="right">{ndcgText(evaluation, query)}</Table.Td>
                <Table.Td ta="right" visibleFrom="sm">
                  {number(judgements)}
                </Table.Td>
                {GRADES.map(({ grade }) => (
                  <Table.Td key={grade} ta="right" visibleFrom="lg">
                    {number(byGrade[grade] ?? 0)}
                  </Table.Td>
                ))}
                {mayChange && (
                  <Table.Td>
                    <EditActions
                      title={queryLabel(query)}
                      address={address}
                      onDelete={() => onDelete(query)}
                    />
                  </Table.Td>
                )}
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

/** Empty until it is measured. */
function ndcgText(evaluation: Evaluation | undefined, query: string): string {
  const figures = figuresOf(evaluation, query);
  return figures === undefined ? '' : figureText(figures.present.ndcg, undefined);
}
