import { Badge, Group, Table, Text } from '@mantine/core';
import type { RecentSearch } from '../../api/types.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import styles from './analytics.module.css';
import { Term } from './term.tsx';
import type { View } from './view.ts';

interface Props {
  readonly view: View;
  readonly searches: readonly RecentSearch[];
}

/** The newest searches, whatever the period. */
export const RecentQueries = ({ view, searches }: Props) => (
  <Panel title="Recent queries" intro="The newest searches, of any date and tag." flush>
    {searches.length === 0 ? (
      <Text size="sm" c="dimmed" className={styles.none}>
        No searches yet.
      </Text>
    ) : (
      <Table aria-label="Recent queries">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Query</Table.Th>
            <Table.Th>Results</Table.Th>
            <Table.Th>Time</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {searches.map(({ time, term, tags, has_results }, row) => (
            // biome-ignore lint/suspicious/noArrayIndexKey: the same query may be searched twice in a millisecond
            <Table.Tr key={`${time} ${row}`}>
              <Table.Td>
                <Term term={term} view={view} />
                {tags.length > 0 && (
                  <Group gap={4} mt={4}>
                    {tags.map((tag) => (
                      <Badge key={tag} size="sm" variant="default" tt="none">
                        {tag}
                      </Badge>
                    ))}
                  </Group>
                )}
              </Table.Td>
              <Table.Td>{has_results ? 'Yes' : 'None'}</Table.Td>
              <Table.Td className={styles.action}>
                <RelativeTime at={time} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    )}
  </Panel>
);
