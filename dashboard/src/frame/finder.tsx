import '@mantine/spotlight/styles.layer.css';
import { useMantineColorScheme } from '@mantine/core';
import { Spotlight, type SpotlightActionGroupData, spotlight } from '@mantine/spotlight';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, useEffect } from 'react';
import { useLocation } from 'wouter';
import { pageOf } from '../addresses.ts';
import { useObservable } from '../api/observable.ts';
import { enginesQuery } from '../api/queries.ts';
import { ACCOUNT_ENTRIES, ENGINE_ENTRIES } from '../routes.ts';
import { reaches, useAccountIfAny, useSession } from '../session.ts';
import { useCurrentRoute } from './current-route.tsx';
import { IconSearch } from './icons.ts';
import { pageActions } from './page-actions.ts';
import type { PageRoute } from './page-route.ts';
import { pathOf } from './path-of.ts';
import { requestSignOut } from './sign-out.ts';

const SHOWN = 40;

/** Ctrl-K: finds pages, engines and actions by name. Every change of `times` opens it. */
export function Finder({ times }: { readonly times: number }) {
  // biome-ignore lint/correctness/useExhaustiveDependencies: every change opens it again.
  useEffect(() => spotlight.open(), [times]);
  const actions = useActions();
  return (
    <Spotlight
      actions={actions}
      shortcut={null}
      // No closing transition: reopened during one, the finder would lose the first letters typed.
      transitionProps={{ duration: 0 }}
      attributes={{ content: { 'aria-label': 'Find anything' } }}
      limit={SHOWN}
      highlightQuery
      scrollable
      maxHeight={420}
      nothingFound="No matches"
      searchProps={{
        leftSection: <IconSearch size={18} stroke={1.6} />,
        placeholder: 'Pages, engines, actions',
        'aria-label': 'Find pages, engines and actions',
        onKeyDown: takeFirst,
      }}
    />
  );
}

/** Results that arrive after the last key press are not selected yet; Enter then takes the first. */
function takeFirst({ key, currentTarget }: KeyboardEvent<HTMLInputElement>): void {
  const found = currentTarget.closest('[role=dialog]');
  if (key !== 'Enter' || found === null || found.querySelector('[data-selected]') !== null) return;
  found.querySelector<HTMLElement>('[data-action]')?.click();
}

function useActions(): SpotlightActionGroupData[] {
  const { accounts, default_account: home } = useSession();
  const here = useAccountIfAny();
  const { params } = useCurrentRoute();
  const [, navigate] = useLocation();
  const { toggleColorScheme } = useMantineColorScheme();
  const ofThisPage = useObservable(pageActions);
  const account = here?.id ?? home ?? accounts[0]?.host_identifier ?? '';
  const role = accounts.find((known) => known.host_identifier === account)?.role ?? 'analyst';
  const engines = useQuery({ ...enginesQuery(account), enabled: account !== '' }).data?.results ?? [];

  const pages = (routes: readonly PageRoute[], given: Record<string, string>, suffix: string) =>
    routes
      .filter(({ least }) => least === undefined || reaches(role, least))
      .map(({ path, nav }) => ({
        id: path,
        label: `${nav?.label}${suffix}`,
        keywords: [...(nav?.keywords ?? [])],
        onClick: () => navigate(pathOf(path, given)),
      }));
  const { engine } = params;
  const groups: SpotlightActionGroupData[] = [
    {
      group: 'On this page',
      actions: ofThisPage.map(({ label, run }) => ({ id: `action ${label}`, label, onClick: run })),
    },
    {
      group: 'Pages',
      actions: [
        ...(engine === undefined ? [] : pages(ENGINE_ENTRIES, { account, engine }, ` of ${engine}`)),
        ...pages(ACCOUNT_ENTRIES, { account }, ''),
        {
          id: 'profile',
          label: 'Your profile',
          keywords: ['password', 'sessions'],
          onClick: () => navigate(pageOf.profile),
        },
        { id: 'accounts', label: 'Accounts', onClick: () => navigate(pageOf.accounts) },
      ],
    },
    {
      group: 'Engines',
      actions: engines.map(({ name }) => ({
        id: `engine ${name}`,
        label: name,
        onClick: () => navigate(pageOf.engine(account, name)),
      })),
    },
    {
      group: 'Accounts',
      actions:
        accounts.length < 2
          ? []
          : accounts.map(({ name, host_identifier: id }) => ({
              id: `account ${id}`,
              label: name,
              onClick: () => navigate(pageOf.engines(id)),
            })),
    },
    {
      group: 'Actions',
      actions: [
        {
          id: 'scheme',
          label: 'Switch between light and dark',
          keywords: ['theme', 'colours', 'colors'],
          onClick: toggleColorScheme,
        },
        { id: 'sign out', label: 'Sign out', keywords: ['log out', 'leave'], onClick: requestSignOut },
      ],
    },
  ];
  return groups.filter(({ actions }) => actions.length > 0);
}
