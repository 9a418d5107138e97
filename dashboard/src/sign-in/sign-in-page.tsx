import { Code } from '@mantine/core';
import { useEntrance } from './session-start.ts';
import { SignInForm } from './sign-in-form.tsx';
import { DoorLayout } from './sign-in-layout.tsx';

/** Shown at whatever address somebody without a session asks for. */
export function SignInPage() {
  const enter = useEntrance();
  return (
    <DoorLayout
      title="Sign in"
      intro={
        <>
          Forgotten your password? Whoever runs this service can make a link for a new one:{' '}
          <Code style={{ whiteSpace: 'nowrap' }}>findling dashboard reset-password</Code>
        </>
      }
    >
      <SignInForm onSignedIn={enter} />
    </DoorLayout>
  );
}
