import { Button, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { peopleQuery } from '../../api/queries.ts';
import type { InvitationItem } from '../../api/types.ts';
import { Email } from '../../parts/email.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { ROLE_NAMES, useAccount } from '../../session.ts';

/** Open invitations. */
export function InvitationTable({ invitations }: { readonly invitations: readonly InvitationItem[] }) {
  const account = useAccount();
  const client = useQueryClient();
  const withdraw = useMutation({
    mutationFn: (id: string) => call('DELETE', routeOf.account(account.id, 'invitations', id)),
    onSuccess: () => notify.done('Invitation withdrawn. Its link no longer works.'),
    onError: notify.failed,
    onSettled: () => client.invalidateQueries({ queryKey: peopleQuery(account.id).queryKey }),
  });
  return (
    <Panel title="Open invitations" flush>
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>For</Table.Th>
            <Table.Th>Role</Table.Th>
            <Table.Th visibleFrom="sm">Invited</Table.Th>
            <Table.Th visibleFrom="sm">Expires</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {invitations.map((invitation) => (
            <Table.Tr key={invitation.id}>
              <Table.Td>
                {invitation.email === null ? (
                  <Text span size="sm" c="dimmed">
                    anyone with the link
                  </Text>
                ) : (
                  <Email address={invitation.email} />
                )}
              </Table.Td>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>{ROLE_NAMES[invitation.role]}</Table.Td>
              <Table.Td visibleFrom="sm">
                <RelativeTime at={invitation.created_at} /> by {invitation.invited_by}
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <RelativeTime at={invitation.expires_at} mayBeAhead />
              </Table.Td>
              <Table.Td ta="right">
                <Button
                  size="compact-sm"
                  variant="subtle"
                  color="red"
                  loading={withdraw.isPending && withdraw.variables === invitation.id}
                  onClick={() => withdraw.mutate(invitation.id)}
                >
                  Withdraw
                </Button>
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
