import { Group, List, Text } from '@mantine/core';
import { Page } from '../../frame/page.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ROLE_NAMES, useSession } from '../../session.ts';
import { PasswordForm } from './password-form.tsx';
import { ProfileForm } from './profile-form.tsx';
import { SessionTable } from './session-table.tsx';

export function ProfilePage() {
  const { accounts } = useSession();
  return (
    <Page title="Your profile" shows={{ path: '/sessions' }}>
      <ProfileForm />
      <Panel title="Accounts" intro="Your role in each account.">
        <List size="sm" listStyleType="none" spacing={6}>
          {accounts.map(({ name, host_identifier: id, role }) => (
            <List.Item key={id}>
              <Group gap="xs">
                <Text size="sm">{name}</Text>
                <Text size="sm" c="dimmed">
                  {ROLE_NAMES[role]}
                </Text>
              </Group>
            </List.Item>
          ))}
        </List>
      </Panel>
      <PasswordForm />
      <SessionTable />
    </Page>
  );
}
