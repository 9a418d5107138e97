import { Code, Text } from '@mantine/core';
import { useSessionStart } from './session-start.ts';
import { SignInForm } from './sign-in-form.tsx';
import { SignInLayout } from './sign-in-layout.tsx';

/** Shown at every URL without a session. */
export function SignInPage() {
  const enter = useSessionStart();
  return (
    <SignInLayout title="Sign in">
      <SignInForm onSignedIn={enter} />
      <Text size="sm" c="dimmed" mt="lg">
        Forgot your password? An administrator of this service can create a reset link:{' '}
        <Code style={{ whiteSpace: 'nowrap' }}>findling dashboard reset-password</Code>
      </Text>
    </SignInLayout>
  );
}
