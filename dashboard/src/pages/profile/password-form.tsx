import { Button, Group, PasswordInput, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { sessionQuery, sessionsQuery } from '../../api/queries.ts';
import type { SessionState } from '../../api/types.ts';
import { useForm } from '../../parts/form.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/panel.tsx';
import { useSession } from '../../session.ts';
import { NewPassword } from '../../sign-in/new-password.tsx';

export function PasswordForm() {
  const client = useQueryClient();
  const { person } = useSession();
  const form = useForm({
    initial: { current: '', password: '' },
    save: (body) => call<SessionState>('POST', '/password', { body, untracked: true }),
    saved: (state) => {
      client.setQueryData(sessionQuery.queryKey, state);
      void client.invalidateQueries({ queryKey: sessionsQuery.queryKey });
      form.reset();
      notify.done('Password changed. All your other sessions have ended.');
    },
  });
  return (
    <Panel title="Password" intro="Changing your password ends all your other sessions.">
      <form {...form.props}>
        <Stack maw={420}>
          {/* Password managers need the user name. */}
          <input type="text" name="username" autoComplete="username" value={person.name} readOnly hidden />
          <PasswordInput
            label="Current password"
            autoComplete="current-password"
            {...form.input('current')}
          />
          <NewPassword label="New password" {...form.input('password')} />
          <FormErrors form={form} />
          <Group>
            <Button type="submit" loading={form.busy} disabled={!form.changed}>
              Change password
            </Button>
          </Group>
        </Stack>
      </form>
    </Panel>
  );
}
