import { Button, Group, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { isConflict } from '../../api/errors.ts';
import { sessionQuery } from '../../api/queries.ts';
import type { Me, SessionState } from '../../api/types.ts';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { useForm } from '../../parts/form.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/panel.tsx';
import { useSession } from '../../session.ts';

type Profile = Pick<Me, 'name' | 'email'>;

const valuesOf = ({ name, email }: Profile) => ({ name, email: email ?? '' });
const shown = (value: unknown): string => {
  const { name, email } = value as Profile;
  return JSON.stringify({ name, email }, null, 2);
};

/** The person's own name and email address. */
export function ProfileForm() {
  const client = useQueryClient();
  const { person } = useSession();
  /** The version of the values that the form started with; the session may be newer. */
  const seen = useRef<string | null>(person.version);
  const [dismissed, setDismissed] = useState<unknown>(null);
  const form = useForm({
    initial: valuesOf(person),
    save: ({ name, email }) =>
      call<SessionState>('PATCH', '/person', {
        body: { name, email: email === '' ? null : email },
        ifMatch: seen.current,
      }),
    saved: (state) => {
      client.setQueryData(sessionQuery.queryKey, state);
      if (state.person !== null) start(state.person);
      notify.done('Profile saved.');
    },
  });
  const start = (profile: Profile & { readonly version: string }): void => {
    seen.current = profile.version;
    form.reset(valuesOf(profile));
  };
  const conflict = isConflict(form.error) && form.error !== dismissed ? form.error : null;
  return (
    <Panel title="Profile">
      <form {...form.props}>
        <Stack maw={420}>
          <TextInput label="Name" autoComplete="off" spellCheck={false} {...form.input('name')} />
          <TextInput
            label="Email address"
            description="Optional. You can sign in with it instead of your name. Findling sends no email."
            type="email"
            autoComplete="email"
            {...form.input('email')}
          />
          {conflict === null && <FormErrors form={form} />}
          <Group>
            <Button type="submit" loading={form.busy} disabled={!form.changed}>
              Save
            </Button>
          </Group>
        </Stack>
      </form>
      <ConflictDialog
        conflict={conflict}
        mine={{ ...form.values, email: form.values.email || null }}
        show={shown}
        busy={form.busy}
        onOverwrite={(version) => {
          seen.current = version;
          form.submit();
        }}
        onTakeTheirs={() => {
          if (conflict !== null) start(conflict.current as Me);
          void client.invalidateQueries({ queryKey: sessionQuery.queryKey });
        }}
        onClose={() => setDismissed(form.error)}
      />
    </Panel>
  );
}
