import { Anchor, Table, Text, VisuallyHidden } from '@mantine/core';
import { Link } from 'wouter';
import { EditActions } from '../../parts/edit-actions.tsx';
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
                    <EditActions
                      title={inOneLine(queries)}
                      address={address}
                      onDelete={() => onDelete(curation)}
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
