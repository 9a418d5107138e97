import { Button, Stack, TextInput } from '@mantine/core';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import type { SessionState } from '../api/types.ts';
import { useForm } from '../parts/form.ts';
import { FormErrors } from '../parts/form-errors.tsx';
import { LinkGate } from './link-gate.tsx';
import { NewPassword } from './new-password.tsx';
import { useSessionStart } from './session-start.ts';
import { SignInLayout } from './sign-in-layout.tsx';

/** The page of the set-up link, which creates the first owner. */
export const SetupPage = () => <LinkGate purpose="setup">{(token) => <SetupForm token={token} />}</LinkGate>;

function SetupForm({ token }: { readonly token: string }) {
  const enter = useSessionStart();
  const [, navigate] = useLocation();
  const form = useForm({
    initial: { name: '', email: '', password: '' },
    save: ({ name, email, password }) =>
      call<SessionState>('POST', '/setup', {
        body: { token, name, email: email === '' ? null : email, password },
        untracked: true,
        withoutSession: true,
      }),
    saved: (state) => {
      enter(state);
      navigate('/', { replace: true });
    },
  });
  return (
    <SignInLayout title="Welcome" intro="You are the first user, so you become the owner of this service.">
      <form {...form.props}>
        <Stack>
          <TextInput
            label="Your name"
            autoComplete="username"
            required
            withAsterisk={false}
            autoFocus
            {...form.input('name')}
          />
          <TextInput
            label="Email address"
            description="Optional. You can sign in with it; no email is ever sent."
            type="email"
            autoComplete="email"
            {...form.input('email')}
          />
          <NewPassword {...form.input('password')} />
          <FormErrors form={form} />
          <Button type="submit" loading={form.busy}>
            Set up the dashboard
          </Button>
        </Stack>
      </form>
    </SignInLayout>
  );
}
