import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useObservable } from '../api/observable.ts';
import { sessionQuery } from '../api/queries.ts';
import { sessionEnded, sessionIsBack, sessionIsGone } from '../api/signing-in-again.ts';
import type { SessionState } from '../api/types.ts';
import { useSession } from '../session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Above every other dialog, as those stay open. */
const ABOVE_ALL = 10_000;

/** Dialog over the page when the session has ended. Input is kept, and failed calls are repeated after sign-in. */
export function SignInAgain() {
  const ended = useObservable(sessionEnded);
  const { person } = useSession();
  const client = useQueryClient();
  const enter = (state: SessionState): void => {
    if (state.person?.id === person.id) {
      client.setQueryData(sessionQuery.queryKey, state);
      sessionIsBack();
      return;
    }
    // The page's pending calls must not run as another person.
    sessionIsGone(new Error('Someone else has signed in.'));
    location.assign('/');
  };
  return (
    <Modal
      opened={ended}
      onClose={() => undefined}
      withCloseButton={false}
      closeOnEscape={false}
      closeOnClickOutside={false}
      zIndex={ABOVE_ALL}
      title="Your session has ended"
    >
      <Stack>
        <Text size="sm" c="dimmed">
          Sign in again to continue where you left off. Nothing you typed is lost.
        </Text>
        <SignInForm login={person.name} onSignedIn={enter} />
        <Anchor href="/" size="sm" ta="center">
          Leave without saving
        </Anchor>
      </Stack>
    </Modal>
  );
}
