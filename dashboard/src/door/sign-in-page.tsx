import { Code } from '@mantine/core';
import { DoorLayout } from './door-layout.tsx';
import { useEntrance } from './entrance.ts';
import { SignInForm } from './sign-in-form.tsx';

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
