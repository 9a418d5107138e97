import { Button, Center, Loader, Stack } from '@mantine/core';
import type { ReactNode } from 'react';
import type { LinkFacts } from '../api/types.ts';
import { ErrorBox } from '../parts/error-box.tsx';
import { useLinkFacts, useLinkToken } from './link-token.ts';
import { SignInLayout } from './sign-in-layout.tsx';

interface Props<P extends LinkFacts['purpose']> {
  readonly purpose: P;
  readonly children: (token: string, facts: Extract<LinkFacts, { purpose: P }>) => ReactNode;
}

/** Shows the page of a one-time link, or the reason why the link is not valid. */
export function LinkGate<P extends LinkFacts['purpose']>({ purpose, children }: Props<P>) {
  const token = useLinkToken();
  const { data, error, isPending } = useLinkFacts(token);
  if (isPending) {
    return (
      <Center h="100vh">
        <Loader role="status" aria-label="Loading" />
      </Center>
    );
  }
  if (data?.purpose === purpose) return children(token, data as Extract<LinkFacts, { purpose: P }>);
  return (
    <SignInLayout title="This link does not work">
      <Stack>
        <ErrorBox
          error={error ?? new Error('This link is for another page. Make sure you copied all of it.')}
        />
        <Button component="a" href="/" variant="light">
          Go to the dashboard
        </Button>
      </Stack>
    </SignInLayout>
  );
}
