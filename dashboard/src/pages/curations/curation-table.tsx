import { ActionIcon, Anchor, Group, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { Link } from 'wouter';
import { number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { type Curation, curationPage, inOneLine } from './curations-query.ts';
import { QueryTags } from './query-tags.tsx';

interface Props {
  readonly curations: readonly Curation[];
  readonly mayChange: boolean;
  readonly onDelete: (curation: Curation) => void;
}

export function CurationTable({ curations, mayChange, onDelete }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  return (
    <Panel flush>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Queries</Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Promoted
            </Table.Th>
            <Table.Th ta="right" visibleFrom="sm">
              Hidden
            </Table.Th>
            {mayChange && (
              <Table.Th w={92}>
                <VisuallyHidden>Actions</VisuallyHidden>
              </Table.Th>
            )}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {curations.map((curation) => {
            const { id, queries, promoted, hidden } = curation;
            const address = curationPage(account.id, engine, id);
            return (
              <Table.Tr key={id}>
                <Table.Td>
                  <Anchor component={Link} href={address}>
                    <QueryTags queries={queries} />
                  </Anchor>
                  <Text size="xs" c="dimmed" mt={4} hiddenFrom="sm">
                    {number(promoted.length)} promoted, {number(hidden.length)} hidden
                  </Text>
                </Table.Td>
                <Table.Td ta="right" visibleFrom="sm">
                  {number(promoted.length)}
                </Table.Td>
                <Table.Td ta="right" visibleFrom="sm">
                  {number(hidden.length)}
                </Table.Td>
                {mayChange && (
                  <Table.Td>
                    <Group gap={2} wrap="nowrap" justify="flex-end">
                      <Tooltip label="Edit">
                        <ActionIcon
                          component={Link}
                          href={address}
                          variant="subtle"
                          color="gray"
                          aria-label={`Edit ${inOneLine(queries)}`}
                        >
                          <IconPencil size={16} stroke={1.6} />
                        </ActionIcon>
                      </Tooltip>
                      <Tooltip label="Delete">
                        <ActionIcon
                          variant="subtle"
                          color="gray"
                          aria-label={`Delete ${inOneLine(queries)}`}
                          onClick={() => onDelete(curation)}
                        >
                          <IconTrash size={16} stroke={1.6} />
                        </ActionIcon>
                      </Tooltip>
                    </Group>
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
