import { Button, Group, TextInput } from '@mantine/core';
import { IconDatabase, IconPlus, IconSearch } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useCallback } from 'react';
import { routeOf } from '../../addresses.ts';
import { enginesQuery } from '../../api/queries.ts';
import { Page } from '../../frame/page.tsx';
import { usePageAction } from '../../frame/page-actions.ts';
import { useAddressFlag, useAddressPage, useAddressState } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Pages } from '../../parts/pages.tsx';
import { useAccount } from '../../session.ts';
import { CreateEngine } from './create-engine.tsx';
import { DeleteEngine } from './delete-engine.tsx';
import { EngineTable } from './engine-table.tsx';
import { SampleButtons } from './sample-buttons.tsx';
import { SampleMenu } from './sample-menu.tsx';

const SHOWN = 25;
/** Minimum number of engines for a filter input. */
const FILTER_FROM = 8;

export function EnginesPage() {
  const account = useAccount();
  const engines = useSuspenseQuery(enginesQuery(account.id)).data.results;
  const [creating, setCreating] = useAddressFlag('create');
  const [doomed, setDoomed] = useAddressState('delete', '', { replace: false });
  const [filter, setFilter] = useAddressState('filter');
  const [page, setPage] = useAddressPage();
  const mayChange = account.may('editor');
  usePageAction(
    'Create an engine',
    useCallback(() => setCreating(true), [setCreating]),
    mayChange,
  );

  const found = engines.filter(({ name }) => name.includes(filter.trim().toLowerCase()));
  const pages = Math.max(1, Math.ceil(found.length / SHOWN));
  const current = Math.min(page, pages);
  const create = (
    <Button leftSection={<IconPlus size={16} />} onClick={() => setCreating(true)}>
      Create an engine
    </Button>
  );
  return (
    <Page
      title="Engines"
      shows={{ path: routeOf.api(account.id, 'engines') }}
      intro="An engine stores and searches documents. Most sites need one."
      actions={
        mayChange &&
        engines.length > 0 && (
          <>
            <SampleMenu />
            {create}
          </>
        )
      }
    >
      {engines.length === 0 ? (
        <EmptyState
          icon={IconDatabase}
          title="No engines yet"
          actions={
            mayChange && (
              <>
                {create}
                <SampleButtons />
              </>
            )
          }
        >
          {mayChange
            ? 'Create one and add your documents, or start with a sample.'
            : 'Engines appear here when an editor creates them.'}
        </EmptyState>
      ) : (
        <>
          {engines.length >= FILTER_FROM && (
            <TextInput
              aria-label="Filter engines by name"
              placeholder="Filter by name"
              leftSection={<IconSearch size={16} stroke={1.6} />}
              maw={320}
              value={filter}
              onChange={(event) => setFilter(event.currentTarget.value)}
            />
          )}
          {found.length === 0 ? (
            <EmptyState
              icon={IconSearch}
              title="No matching engines"
              actions={
                <Button variant="light" onClick={() => setFilter('')}>
                  Show all engines
                </Button>
              }
            >
              None of the {engines.length} engines contain “{filter}” in their name.
            </EmptyState>
          ) : (
            <EngineTable
              engines={found.slice((current - 1) * SHOWN, current * SHOWN)}
              onDelete={mayChange ? setDoomed : undefined}
            />
          )}
          <Group grow>
            <Pages page={current} pages={pages} total={found.length} unit="engine" onChange={setPage} />
          </Group>
        </>
      )}
      <CreateEngine opened={creating} onClose={() => setCreating(false)} />
      <DeleteEngine engine={mayChange && doomed !== '' ? doomed : null} onClose={() => setDoomed('')} />
    </Page>
  );
}
