import { Button, Divider, Stack, Text, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { call } from '../api/client.ts';
import { sessionQuery } from '../api/queries.ts';
import type { LinkFacts, SessionState } from '../api/types.ts';
import { useForm } from '../parts/form.ts';
import { FormErrors } from '../parts/form-errors.tsx';
import { ROLE_NAMES } from '../session.ts';
import { LinkGate } from './link-gate.tsx';
import { NewPassword } from './new-password.tsx';
import { useSessionStart } from './session-start.ts';
import { SignInLayout } from './sign-in-layout.tsx';

type Invitation = Extract<LinkFacts, { purpose: 'invitation' }>;

/** The page of an invitation link: joins an account as a new person or as the signed-in person. */
export const InvitationPage = () => (
  <LinkGate purpose="invitation">{(token, facts) => <Welcome token={token} facts={facts} />}</LinkGate>
);

function Welcome({ token, facts }: { readonly token: string; readonly facts: Invitation }) {
  const { data: session } = useQuery(sessionQuery);
  const person = session?.person ?? null;
  return (
    <SignInLayout
      title={`Join the account “${facts.account}”`}
      intro={`${facts.invited_by} invited you to join as ${ROLE_NAMES[facts.role]}.`}
    >
      {person !== null && (
        <>
          <JoinAsMyself token={token} name={person.name} />
          <Divider my="lg" label="or join as a new person" />
        </>
      )}
      <JoinAsNew token={token} email={facts.email ?? ''} />
      {person === null && (
        <Text size="sm" c="dimmed" mt="md">
          Already have a sign-in for this service? Sign in first, then open this link again.
        </Text>
      )}
    </SignInLayout>
  );
}

/** Opens the joined account afterwards. */
function useJoining<V extends Record<string, string>>(token: string, initial: V) {
  const enter = useSessionStart();
  const [, navigate] = useLocation();
  return useForm({
    initial,
    save: ({ email, ...values }: V) =>
      call<SessionState>('POST', '/invitations/accept', {
        body: { token, ...values, ...(email !== undefined && { email: email === '' ? null : email }) },
        untracked: true,
        withoutSession: true,
      }),
    saved: (state) => {
      enter(state);
      navigate('/', { replace: true });
    },
  });
}

function JoinAsMyself({ token, name }: { readonly token: string; readonly name: string }) {
  const form = useJoining(token, {});
  return (
    <form {...form.props}>
      <Stack>
        <FormErrors form={form} />
        <Button type="submit" loading={form.busy}>
          Join as {name}
        </Button>
      </Stack>
    </form>
  );
}

function JoinAsNew({ token, email }: { readonly token: string; readonly email: string }) {
  const form = useJoining(token, { name: '', email, password: '' });
  return (
    <form {...form.props}>
      <Stack>
        <TextInput
          label="Your name"
          autoComplete="username"
          required
          withAsterisk={false}
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
          Join
        </Button>
      </Stack>
    </form>
  );
}
