import { Table, VisuallyHidden } from '@mantine/core';
import { number } from '../../parts/numbers.ts';
import { useAccount } from '../../session.ts';
import type { QueryRow } from './analytics-queries.ts';
import type { Report } from './reports.ts';
import { Term } from './term.tsx';
import { TermActions } from './term-actions.tsx';
import type { View } from './view.ts';

interface Props {
  readonly report: Report;
  readonly view: View;
  readonly rows: readonly QueryRow[];
}

export function QueryTable({ report, view, rows }: Props) {
  const account = useAccount();
  const withActions = !report.withClicks && account.may('editor');
  return (
    <Table aria-label={report.title}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Query</Table.Th>
          <Table.Th ta="right">Queries</Table.Th>
          {report.withClicks && <Table.Th ta="right">Clicks</Table.Th>}
          {withActions && (
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          )}
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(({ term, queries, clicks }) => (
          <Table.Tr key={term}>
            <Table.Td>
              <Term term={term} view={view} />
            </Table.Td>
            <Table.Td ta="right">{number(queries)}</Table.Td>
            {report.withClicks && <Table.Td ta="right">{number(clicks)}</Table.Td>}
            {withActions && (
              <Table.Td>
                <TermActions term={term} />
              </Table.Td>
            )}
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  );
}
