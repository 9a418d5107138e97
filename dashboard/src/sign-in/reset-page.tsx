import { Button, Stack } from '@mantine/core';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import type { SessionState } from '../api/types.ts';
import { useForm } from '../parts/form.ts';
import { FormErrors } from '../parts/form-errors.tsx';
import { LinkGate } from './link-gate.tsx';
import { NewPassword } from './new-password.tsx';
import { useSessionStart } from './session-start.ts';
import { SignInLayout } from './sign-in-layout.tsx';

/** The page of the link that `findling dashboard reset-password` prints. */
export const ResetPage = () => (
  <LinkGate purpose="reset">{(token, { name }) => <ResetForm token={token} name={name} />}</LinkGate>
);

function ResetForm({ token, name }: { readonly token: string; readonly name: string }) {
  const enter = useSessionStart();
  const [, navigate] = useLocation();
  const form = useForm({
    initial: { password: '' },
    save: ({ password }) =>
      call<SessionState>('POST', '/reset', {
        body: { token, password },
        untracked: true,
        withoutSession: true,
      }),
    saved: (state) => {
      enter(state);
      navigate('/', { replace: true });
    },
  });
  return (
    <SignInLayout title="Set a new password" intro={`For ${name}. All your other sessions will end.`}>
      <form {...form.props}>
        <Stack>
          <NewPassword label="New password" {...form.input('password')} />
          <FormErrors form={form} />
          <Button type="submit" loading={form.busy}>
            Save and sign in
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}
