import { Button, Stack, Text } from '@mantine/core';
import { type ComponentType, lazy, type ReactNode } from 'react';
import { Link, Redirect } from 'wouter';
import { usePathname } from 'wouter/use-browser-location';
import { pageOf } from '../addresses.ts';
import { ROLE_NAMES, useAccountIfAny, useSession } from '../session.ts';
import { useCurrentRoute } from './current-route.tsx';
import { Page } from './page.tsx';
import type { PageRoute } from './page-route.ts';

const pages = new Map<PageRoute, ComponentType>();

/** The page's component. A failed load is retried the next time. */
function componentOf(route: PageRoute): ComponentType {
  let component = pages.get(route);
  if (component === undefined) {
    component = lazy(async () => {
      try {
        return { default: await route.load() };
      } catch (error) {
        pages.delete(route);
        throw new Error(
          'This part of the dashboard could not be loaded. It may have been updated; reload the page.',
          {
            cause: error,
          },
        );
      }
    });
    pages.set(route, component);
  }
  return component;
}

/** The page of the current URL, or the reason why it cannot be shown. */
export function CurrentPage() {
  const path = usePathname();
  const { route, params } = useCurrentRoute();
  const { accounts, default_account: home, person } = useSession();
  const account = useAccountIfAny();
  if (path === '/') {
    const first = home ?? accounts[0]?.host_identifier;
    if (first === undefined)
      return (
        <Page title="No account">
          <Text c="dimmed">You no longer belong to any account. Ask an owner to invite you again.</Text>
        </Page>
      );
    return <Redirect to={pageOf.engines(first)} replace />;
  }
  if (route === undefined) return <Nowhere title="Page not found">There is nothing at this address.</Nowhere>;
  if (params.account !== undefined && account === undefined) {
    return (
      <Nowhere title="Account not found">
        There is no account {params.account}, or you are not a member of it.
      </Nowhere>
    );
  }
  if (route.least !== undefined && account !== undefined && !account.may(route.least)) {
    return (
      <Nowhere title="You do not have access to this page">
        It requires the {ROLE_NAMES[route.least]} role. Your role in “{account.name}” is{' '}
        {ROLE_NAMES[account.role]}.
      </Nowhere>
    );
  }
  if (route.firstOwnerOnly && !person.first_owner) {
    return (
      <Nowhere title="You do not have access to this page">
        Only the first owner of this instance can see it.
      </Nowhere>
    );
  }
  const Component = componentOf(route);
  return <Component />;
}

/** A page with one sentence instead of its content. */
const Nowhere = ({ title, children }: { readonly title: string; readonly children: ReactNode }) => (
  <Page title={title}>
    <Stack align="flex-start">
      <Text c="dimmed" maw={640}>
        {children}
      </Text>
      <Button component={Link} href="/" variant="default">
        Back to engines
      </Button>
    </Stack>
  </Page>
);
