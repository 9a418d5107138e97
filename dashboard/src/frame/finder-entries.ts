import { useMantineColorScheme } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useLocation } from 'wouter';
import { pageOf } from '../addresses.ts';
import { useObservable } from '../api/observable.ts';
import { enginesQuery } from '../api/queries.ts';
import { documentPage } from '../pages/documents/document-address.ts';
import { ACCOUNT_ENTRIES } from '../routes.ts';
import { reaches, useAccountIfAny, useSession } from '../session.ts';
import { useCurrentRoute } from './current-route.tsx';
import { ofEngines } from './finder-engines.ts';
import { type FinderEntry, type FinderGroup, groupedEntries, type RankedEntry } from './finder-entry.ts';
import { rankOf, wordsOf } from './finder-match.ts';
import { useFoundDocument } from './found-document.ts';
import { pageActions } from './page-actions.ts';
import { isOpenTo } from './page-route.ts';
import { pathOf } from './path-of.ts';
import { requestSignOut } from './sign-out.ts';

const SHOWN = 40;

/** Everything that matches the query, by group. */
export function useFinderEntries(query: string): readonly FinderGroup[] {
  const { accounts, default_account: home, person } = useSession();
  const here = useAccountIfAny();
  const { engine: current } = useCurrentRoute().params;
  const [, navigate] = useLocation();
  const { toggleColorScheme } = useMantineColorScheme();
  const ofThisPage = useObservable(pageActions);
  const account = here?.id ?? home ?? accounts[0]?.host_identifier ?? '';
  const role = accounts.find((known) => known.host_identifier === account)?.role ?? 'analyst';
  const engines = useQuery({ ...enginesQuery(account), enabled: account !== '' }).data?.results ?? [];
  const documentId = useFoundDocument(account, current, query);
  const words = wordsOf(query);

  const link = (
    group: FinderEntry['group'],
    label: string,
    address: string,
    ...keywords: string[]
  ): FinderEntry => ({
    id: `${group} ${address}`,
    group,
    label,
    keywords,
    run: () => navigate(address),
  });
  const pageEntries: readonly FinderEntry[] = ofThisPage.map(({ label, run }) => ({
    id: `this page ${label}`,
    group: 'On this page',
    label,
    run,
  }));
  const entries: readonly FinderEntry[] = [
    ...ACCOUNT_ENTRIES.filter((route) =>
      isOpenTo(route, (least) => reaches(role, least), person.first_owner),
    ).map(({ path, nav }) =>
      link('Pages', nav?.label ?? path, pathOf(path, { account }), ...(nav?.keywords ?? [])),
    ),
    link('Pages', 'Your profile', pageOf.profile, 'password', 'sessions', 'email'),
    link('Pages', 'Accounts', pageOf.accounts),
    ...(reaches(role, 'editor')
      ? [link('Actions', 'Create an engine', `${pageOf.engines(account)}?create=on`, 'new', 'add')]
      : []),
    ...(reaches(role, 'owner')
      ? [
          link('Actions', 'Create a key', dialogOf(account, 'credentials', 'create'), 'new', 'add api key'),
          link('Actions', 'Invite a person', dialogOf(account, 'people', 'invite'), 'user', 'add'),
        ]
      : []),
    ...(person.first_owner
      ? [link('Actions', 'Create an account', `${pageOf.accounts}?create=on`, 'new', 'add')]
      : []),
    {
      id: 'scheme',
      group: 'Actions',
      label: 'Switch between light and dark',
      keywords: ['theme', 'colours', 'colors'],
      run: toggleColorScheme,
    },
    {
      id: 'sign out',
      group: 'Actions',
      label: 'Sign out',
      keywords: ['log out', 'leave'],
      run: requestSignOut,
    },
    ...engines.map(({ name }) => link('Engines', name, pageOf.engine(account, name))),
    ...(accounts.length < 2
      ? []
      : accounts.map(({ name, host_identifier: id }) => link('Accounts', name, pageOf.engines(id)))),
  ];
  const found: readonly RankedEntry[] = [
    ...ranked(words, pageEntries),
    ...ofEngines({ words, account, role, engines, current, navigate }),
    ...ranked(words, entries),
  ];
  const labels = new Set(ofThisPage.map(({ label }) => label));
  // The action of the current page already does the same.
  const others = found.filter(
    ({ entry: { group, label, of = current } }) =>
      group !== 'Actions' || !labels.has(label) || of !== current,
  );
  const groups = groupedEntries(others, SHOWN);
  if (documentId === undefined || current === undefined) return groups;
  // Last, as it arrives last: the other entries must not move.
  const address = documentPage(account, current, documentId);
  const entry = { ...link('Documents', documentId, address), of: current };
  return [...groups, { name: 'Documents', entries: [entry] }];
}

const ranked = (words: readonly string[], entries: readonly FinderEntry[]): readonly RankedEntry[] =>
  entries.flatMap((entry) => {
    const rank = rankOf(words, entry);
    return rank === undefined ? [] : [{ entry, rank }];
  });

const dialogOf = (account: string, page: string, dialog: string): string =>
  `${pageOf.account(account, page)}?${dialog}=on`;
