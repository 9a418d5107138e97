import { Anchor, Badge, Code, Group, Table } from '@mantine/core';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { AccountOption } from '../../api/types.ts';
import { Panel } from '../../parts/panel.tsx';
import { rowLink } from '../../parts/row-link.ts';
import { ROLE_NAMES } from '../../session.ts';

interface Props {
  readonly accounts: readonly AccountOption[];
  /** The account of the browser's host name. */
  readonly here: string | null;
}

export const AccountTable = ({ accounts, here }: Props) => (
  <Panel flush>
    <Table highlightOnHover>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Name</Table.Th>
          <Table.Th>Host identifier</Table.Th>
          <Table.Th visibleFrom="sm">Your role</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {accounts.map(({ name, host_identifier: id, role }) => (
          <Table.Tr key={id} {...rowLink}>
            <Table.Td>
              <Group gap="xs">
                <Anchor component={Link} href={pageOf.engines(id)} fw={550} size="sm">
                  {name}
                </Anchor>
                {id === here && (
                  <Badge variant="light" size="sm" tt="none">
                    this host
                  </Badge>
                )}
              </Group>
            </Table.Td>
            <Table.Td>
              <Code>{id}</Code>
            </Table.Td>
            <Table.Td visibleFrom="sm">{ROLE_NAMES[role]}</Table.Td>
          </Table.Tr>
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);
