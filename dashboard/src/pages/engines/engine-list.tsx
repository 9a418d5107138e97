import { Button, Group, TextInput } from '@mantine/core';
import { IconDatabase, IconFileUpload, IconPlus, IconSearch } from '@tabler/icons-react';
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
import { sortedEngines, useEngineOrder } from './engine-order.ts';
import { EngineTable } from './engine-table.tsx';
import { useNewEngine } from './new-engine-state.ts';
import { SampleMenu } from './sample-menu.tsx';
import { Welcome } from './welcome.tsx';

const SHOWN = 25;
/** Minimum number of engines for a filter input. */
const FILTER_FROM = 8;

/** The engines of an account; before the first one of its own, the ways to create it. */
export function EngineList() {
  const account = useAccount();
  const engines = useSuspenseQuery(enginesQuery(account.id)).data.results;
  const [creating, setCreating] = useAddressFlag('create');
  const [doomed, setDoomed] = useAddressState('delete', '', { replace: false });
  const [filter, setFilter] = useAddressState('filter');
  const [order, sortBy] = useEngineOrder();
  const [page, setPage] = useAddressPage();
  const { open: importFile } = useNewEngine();
  const mayChange = account.may('editor');
  const isFirst = mayChange && engines.every(({ sample }) => sample);
  const create = useCallback(() => setCreating(true), [setCreating]);
  usePageAction('Create an engine', create, mayChange);
  usePageAction('Create an engine from a file', importFile, mayChange);

  const found = engines.filter(({ name }) => name.includes(filter.trim().toLowerCase()));
  const pages = Math.max(1, Math.ceil(found.length / SHOWN));
  const current = Math.min(page, pages);
  return (
    <Page
      title="Engines"
      shows={{ path: routeOf.api(account.id, 'engines') }}
      intro="An engine stores and searches documents. Most sites need one."
      actions={
        mayChange &&
        !isFirst && (
          <>
            <SampleMenu />
            <Button variant="default" leftSection={<IconFileUpload size={16} />} onClick={importFile}>
              Import a file
            </Button>
            <Button leftSection={<IconPlus size={16} />} onClick={create}>
              Create an engine
            </Button>
          </>
        )
      }
    >
      {isFirst && <Welcome engines={engines} onCreate={create} />}
      {engines.length === 0 && !mayChange && (
        <EmptyState icon={IconDatabase} title="No engines yet">
          Engines appear here when an editor creates them.
        </EmptyState>
      )}
      {engines.length > 0 && (
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
              engines={sortedEngines(found, order).slice((current - 1) * SHOWN, current * SHOWN)}
              order={order}
              onSort={sortBy}
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
