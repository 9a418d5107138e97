import { Center, Loader } from '@mantine/core';
import { QueryErrorResetBoundary, useSuspenseQuery } from '@tanstack/react-query';
import { type ComponentType, lazy, Suspense } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { sessionQuery } from './api/queries.ts';
import { Frame } from './frame/frame.tsx';
import { PageBoundary } from './frame/page-boundary.tsx';
import { SetupNeeded } from './sign-in/setup-needed.tsx';
import { SignInPage } from './sign-in/sign-in-page.tsx';

/** Pages that one-time links open, with or without a session. */
const SIGN_IN_PAGES: Readonly<Record<string, ComponentType>> = {
  '/setup': lazy(() => import('./sign-in/setup-page.tsx').then(({ SetupPage }) => ({ default: SetupPage }))),
  '/reset': lazy(() => import('./sign-in/reset-page.tsx').then(({ ResetPage }) => ({ default: ResetPage }))),
  '/invitation': lazy(() =>
    import('./sign-in/invitation-page.tsx').then(({ InvitationPage }) => ({ default: InvitationPage })),
  ),
};

export function App() {
  const path = usePathname();
  const SignInPage = SIGN_IN_PAGES[path];
  return (
    <QueryErrorResetBoundary>
      {({ reset }) => (
        <PageBoundary place={path} retry={reset}>
          <Suspense fallback={<Waiting />}>{SignInPage === undefined ? <Inside /> : <SignInPage />}</Suspense>
        </PageBoundary>
      )}
    </QueryErrorResetBoundary>
  );
}

/** The URL stays during sign-in, so that the person arrives at the page they requested. */
function Inside() {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data.person !== null) return <Frame />;
  return data.setup_needed ? <SetupNeeded /> : <SignInPage />;
}

const Waiting = () => (
  <Center h="100vh">
    <Loader role="status" aria-label="Loading" />
  </Center>
);
