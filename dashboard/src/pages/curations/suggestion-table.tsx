import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { OPERATIONS } from './suggestion-words.ts';
import type { Suggestion } from './suggestions-query.ts';

interface Props {
  readonly suggestions: readonly Suggestion[];
  readonly onReview: (query: string) => void;
}

export const SuggestionTable = ({ suggestions, onReview }: Props) => (
  <Panel flush>
    <Table>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Query</Table.Th>
          <Table.Th ta="right" visibleFrom="sm">
            Documents
          </Table.Th>
          <Table.Th visibleFrom="sm">Updated</Table.Th>
          <Table.Th w={110}>
            <VisuallyHidden>Actions</VisuallyHidden>
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {suggestions.map(({ query, operation, promoted, updated_at: at }) => (
          <Table.Tr key={query}>
            <Table.Td>
              <Text size="sm" fw={550}>
                <bdi>{query}</bdi>
              </Text>
              <Text size="xs" c="dimmed">
                {OPERATIONS[operation]}
              </Text>
            </Table.Td>
            <Table.Td ta="right" visibleFrom="sm">
              {number(promoted.length)}
            </Table.Td>
            <Table.Td visibleFrom="sm">
              <RelativeTime at={at} />
            </Table.Td>
            <Table.Td ta="right">
              <Button variant="default" size="xs" onClick={() => onReview(query)}>
                Review<VisuallyHidden> {query}</VisuallyHidden>
              </Button>
            </Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);
