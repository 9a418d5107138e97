import { ActionIcon, Badge, Group, Table, Text, Tooltip, VisuallyHidden } from '@mantine/core';
import { IconUserMinus } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { peopleQuery } from '../../api/queries.ts';
import type { PersonItem } from '../../api/types.ts';
import { useAddressState } from '../../parts/address-state.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { Email } from '../../parts/email.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ROLE_NAMES, useAccount } from '../../session.ts';
import { RoleSelect } from './role-select.tsx';

export function PersonTable({ people }: { readonly people: readonly PersonItem[] }) {
  const account = useAccount();
  const client = useQueryClient();
  const [leavingId, setLeaving] = useAddressState('remove', '', { replace: false });
  // Taken from the current list, as others may change the role while the dialog is open.
  const leaving = people.find(({ id, me, first_owner }) => id === leavingId && !me && !first_owner);
  const refresh = () => client.invalidateQueries({ queryKey: peopleQuery(account.id).queryKey });
  const remove = async (person: PersonItem | undefined): Promise<void> => {
    try {
      await call('DELETE', routeOf.account(account.id, 'people', person?.id ?? ''), {
        ifMatch: person?.version,
      });
    } finally {
      // Also after an error, to show changes by others.
      await refresh();
    }
  };
  return (
    <Panel flush>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Last active</Table.Th>
            <Table.Th w={60}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {people.map((person) => (
            <Table.Tr key={person.id}>
              <Table.Td>
                <Group gap="xs">
                  <Text size="sm" fw={550}>
                    {person.name}
                  </Text>
                  {person.me && (
                    <Badge variant="light" size="sm" tt="none">
                      you
                    </Badge>
                  )}
                </Group>
                {person.email !== null && (
                  <Text size="xs" c="dimmed">
                    <Email address={person.email} />
                  </Text>
                )}
              </Table.Td>
              <Table.Td>
                <RoleSelect person={person} onChanged={refresh} />
              </Table.Td>
              <Table.Td visibleFrom="sm">
                {person.seen_at === null ? (
                  <Text size="sm">never</Text>
                ) : (
                  <RelativeTime at={person.seen_at} />
                )}
              </Table.Td>
              <Table.Td>
                {!person.first_owner && !person.me && (
                  <Tooltip label="Remove">
                    <ActionIcon
                      variant="subtle"
                      color="gray"
                      aria-label={`Remove ${person.name}`}
                      onClick={() => setLeaving(person.id)}
                    >
                      <IconUserMinus size={16} stroke={1.6} />
                    </ActionIcon>
                  </Tooltip>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Confirm
        opened={leaving !== undefined}
        title={`Remove ${leaving?.name ?? 'this person'}?`}
        button="Remove"
        danger
        confirm={() => remove(leaving)}
        onDone={() => notify.done('Person removed.')}
        onClose={() => setLeaving('')}
      >
        {leaving !== undefined && `Their role in ${account.name} is ${ROLE_NAMES[leaving.role]}. `}
        They will lose access to this account at once. You can invite them again at any time.
      </Confirm>
    </Panel>
  );
}
