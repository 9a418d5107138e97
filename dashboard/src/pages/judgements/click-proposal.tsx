import { ScrollArea, Table, Text } from '@mantine/core';
import { counted, number } from '../../parts/numbers.ts';
import { queryLabel } from '../curations/curations-query.ts';
import { gradeText } from './grades.ts';
import type { Judgement } from './judgement.ts';
import styles from './judgements.module.css';

/** Judgements that clicks suggest: their number, and the first of them. */
export interface ClickJudgements {
  readonly judgements: number;
  readonly queries: number;
  /** Queries beyond the number that an engine can have. */
  readonly left_out: number;
  readonly results: readonly Judgement[];
}

interface Props {
  readonly found: ClickJudgements;
  /** How many judgements from clicks the engine has. */
  readonly stored: number;
}

/** Shows what would be stored. */
export const ClickProposal = ({ found: { judgements, queries, left_out, results }, stored }: Props) => (
  <>
    <Text size="sm" fw={550} mb={4}>
      {judgements === 0
        ? 'No document has that many clicks for a query.'
        : `${counted(judgements, 'judgement')} about ${counted(queries, 'query', 'queries')}.`}
      {stored > 0 && ` The engine has ${number(stored)} from clicks, which are replaced.`}
      {left_out > 0 && ` ${counted(left_out, 'query is', 'queries are')} left out, as the engine is full.`}
    </Text>
    {results.length > 0 && (
      <ScrollArea.Autosize mah={280} viewportProps={{ tabIndex: 0 }}>
        <Table aria-label="Judgements from clicks">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>Query</Table.Th>
              <Table.Th>Document</Table.Th>
              <Table.Th>Grade</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {results.map(({ query, document_id, grade }) => (
              <Table.Tr key={JSON.stringify([query, document_id])}>
                <Table.Td className={styles.query}>
                  <bdi>{queryLabel(query)}</bdi>
                </Table.Td>
                <Table.Td className={styles.query}>
                  <bdi>{document_id}</bdi>
                </Table.Td>
                <Table.Td>{gradeText(grade)}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </ScrollArea.Autosize>
    )}
    {judgements > results.length && (
      <Text size="sm" c="dimmed" mt={4}>
        The first {number(results.length)} of them.
      </Text>
    )}
  </>
);
