import { Anchor, Modal, Stack, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useObservable } from '../api/observable.ts';
import { sessionQuery } from '../api/queries.ts';
import { sessionEnded, sessionIsBack, sessionIsGone } from '../api/signing-in-again.ts';
import type { SessionState } from '../api/types.ts';
import { useSession } from '../session.ts';
import { SignInForm } from './sign-in-form.tsx';

/** Above every other dialog, whose contents must stay as they are. */
const ABOVE_ALL = 10_000;

/** Laid over the page when the session has ended: what was typed stays, and the refused calls are made again. */
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
    // What the page wanted to do is not for somebody else to do.
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
