import { SegmentedControl, Table, Text } from '@mantine/core';
import type { LoggedError } from '../../api/types.ts';
import { useAddressState } from '../../parts/address-state.ts';
import { Panel } from '../../parts/panel.tsx';
import { ErrorRow } from './error-row.tsx';

const LEVELS = [
  { value: 'all', label: 'All' },
  { value: 'errors', label: 'Errors' },
  { value: 'warnings', label: 'Warnings' },
];

const isShown = ({ level }: LoggedError, filter: string): boolean =>
  filter === 'all' || (filter === 'warnings') === (level === 'warn');

/** The last warnings and errors of the log. */
export function ErrorPanel({ errors }: { readonly errors: readonly LoggedError[] }) {
  const [asked, setFilter] = useAddressState('level', 'all');
  const filter = LEVELS.some(({ value }) => value === asked) ? asked : 'all';
  const shown = errors.filter((error) => isShown(error, filter));
  return (
    <Panel
      title="Recent errors"
      intro="The last 50 warnings and errors that this node has logged since it started."
      flush={shown.length > 0}
      actions={
        <SegmentedControl size="xs" aria-label="Level" data={LEVELS} value={filter} onChange={setFilter} />
      }
    >
      {shown.length === 0 ? (
        <Text size="sm" c="dimmed">
          {errors.length === 0 ? 'No warnings or errors.' : 'No entries of this level.'}
        </Text>
      ) : (
        <Table>
          <Table.Thead>
            <Table.Tr>
              <Table.Th visibleFrom="sm" w={200}>
                Time
              </Table.Th>
              <Table.Th>Message</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((error) => (
              <ErrorRow key={error.id} error={error} />
            ))}
          </Table.Tbody>
        </Table>
      )}
    </Panel>
  );
}
