import { Tabs } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense } from 'react';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { number } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { CurationList } from './curation-list.tsx';
import { curationsPath } from './curations-query.ts';
import { suggestionsQuery } from './suggestions-query.ts';

const Suggestions = lazy(() =>
  import('./suggestions.tsx').then(({ Suggestions }) => ({ default: Suggestions })),
);

export function CurationsPage() {
  const account = useAccount();
  const engine = useEngineName();
  // Shows "Not found" if the engine does not exist.
  useEngineOverview();
  const [tab, setTab] = useAddressState('tab', 'curations', { replace: false });
  const pending = useQuery(suggestionsQuery(account.id, engine, 'pending', 1)).data?.meta.page.total_results;
  return (
    <EnginePage
      title="Curations"
      shows={{ path: curationsPath(account.id, engine) }}
      intro="Documents that certain queries show first, or never."
    >
      <Tabs
        value={tab === 'suggestions' ? tab : 'curations'}
        onChange={(next) => setTab(next ?? 'curations')}
        keepMounted={false}
      >
        <Tabs.List mb="md">
          <Tabs.Tab value="curations">Curations</Tabs.Tab>
          <Tabs.Tab value="suggestions">
            {pending === undefined || pending === 0 ? 'Suggestions' : `Suggestions (${number(pending)})`}
          </Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="curations">
          <CurationList />
        </Tabs.Panel>
        <Tabs.Panel value="suggestions">
          <Suspense fallback={<PageSkeleton />}>
            <Suggestions />
          </Suspense>
        </Tabs.Panel>
      </Tabs>
    </EnginePage>
  );
}
