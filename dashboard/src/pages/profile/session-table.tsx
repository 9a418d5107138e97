import { Badge, Button, Group, Table, Text, VisuallyHidden } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { sessionsQuery } from '../../api/queries.ts';
import { useAddressFlag } from '../../parts/address-state.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { forgetDrafts } from '../../parts/draft.ts';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { browserName } from './browser-name.ts';

/** The person's sessions, with sign-out. */
export function SessionTable() {
  const client = useQueryClient();
  const { results } = useSuspenseQuery(sessionsQuery).data;
  const [leaving, setLeaving] = useAddressFlag('leave');
  const end = useMutation({
    mutationFn: (id: string) => call('DELETE', `/sessions/${encodeURIComponent(id)}`),
    onError: notify.failed,
    onSettled: () => client.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
  });
  return (
    <Panel
      title="Sessions"
      intro="Where you are signed in. A session ends after twelve hours of inactivity."
      actions={
        <Button variant="default" size="sm" onClick={() => setLeaving(true)}>
          Sign out everywhere
        </Button>
      }
      flush
    >
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Browser</Table.Th>
            <Table.Th visibleFrom="sm">Signed in</Table.Th>
            <Table.Th>Last used</Table.Th>
            <Table.Th>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.map((session) => (
            <Table.Tr key={session.id}>
              <Table.Td>
                <Group gap="xs">
                  <Text size="sm" fw={550} title={session.user_agent}>
                    {browserName(session.user_agent)}
                  </Text>
                  {session.current && (
                    <Badge variant="light" size="sm" tt="none">
                      current
                    </Badge>
                  )}
                </Group>
                <Text size="xs" c="dimmed">
                  {session.address}
                </Text>
              </Table.Td>
              <Table.Td visibleFrom="sm">
                <RelativeTime at={session.created_at} />
              </Table.Td>
              <Table.Td>
                <RelativeTime at={session.seen_at} />
              </Table.Td>
              <Table.Td ta="right">
                {!session.current && (
                  <Button
                    size="compact-sm"
                    variant="subtle"
                    color="red"
                    loading={end.isPending && end.variables === session.id}
                    onClick={() => end.mutate(session.id)}
                  >
                    End
                  </Button>
                )}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
      <Confirm
        opened={leaving}
        title="Sign out everywhere?"
        button="Sign out everywhere"
        confirm={() => call('DELETE', '/sessions')}
        onDone={() => {
          forgetDrafts();
          location.assign('/');
        }}
        onClose={() => setLeaving(false)}
      >
        All your sessions will end immediately, including this one. Unsaved changes are discarded.
      </Confirm>
    </Panel>
  );
}
