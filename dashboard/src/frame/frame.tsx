import { QueryErrorResetBoundary } from '@tanstack/react-query';
import { Suspense } from 'react';
import { usePathname } from 'wouter/use-browser-location';
import { SignInAgain } from '../sign-in/sign-in-again.tsx';
import { CurrentPage } from './current-page.tsx';
import { CurrentRouteProvider } from './current-route.tsx';
import { FinderHost } from './finder-button.tsx';
import { PageBoundary } from './page-boundary.tsx';
import { PageSkeleton } from './page-skeleton.tsx';
import { Shell } from './shell.tsx';
import { SignOutQuestion } from './sign-out-question.tsx';

/** Everything that a signed-in person sees. */
export function Frame() {
  const path = usePathname();
  return (
    <CurrentRouteProvider>
      <Shell>
        <QueryErrorResetBoundary>
          {({ reset }) => (
            <PageBoundary place={path} retry={reset}>
              <Suspense fallback={<PageSkeleton />}>
                <CurrentPage key={path} />
              </Suspense>
            </PageBoundary>
          )}
        </QueryErrorResetBoundary>
      </Shell>
      <FinderHost />
      <SignInAgain />
      <SignOutQuestion />
    </CurrentRouteProvider>
  );
}
