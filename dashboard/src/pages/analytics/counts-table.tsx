import { Table } from '@mantine/core';
import type { AnalyticsCount } from '../../api/types.ts';
import { number } from '../../parts/numbers.ts';

interface Props {
  readonly counts: readonly AnalyticsCount[];
  readonly unit: 'Day' | 'Hour';
  readonly nameOf: (count: AnalyticsCount) => string;
}

/** The values of the chart. */
export const CountsTable = ({ counts, unit, nameOf }: Props) => (
  <Table aria-label={`Queries and clicks by ${unit.toLowerCase()}`}>
    <Table.Thead>
      <Table.Tr>
        <Table.Th>{unit}</Table.Th>
        <Table.Th ta="right">Queries</Table.Th>
        <Table.Th ta="right" style={{ whiteSpace: 'normal' }}>
          Without results
        </Table.Th>
        <Table.Th ta="right">Clicks</Table.Th>
      </Table.Tr>
    </Table.Thead>
    <Table.Tbody>
      {counts.map((count) => (
        <Table.Tr key={count.from}>
          <Table.Td>{nameOf(count)}</Table.Td>
          <Table.Td ta="right">{number(count.queries)}</Table.Td>
          <Table.Td ta="right">{number(count.without_results)}</Table.Td>
          <Table.Td ta="right">{number(count.clicks)}</Table.Td>
        </Table.Tr>
      ))}
    </Table.Tbody>
  </Table>
);
