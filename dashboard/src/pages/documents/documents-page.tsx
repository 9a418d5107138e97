import { Button, Group } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useEffect } from 'react';
import { Link, useLocation, useSearch } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { usePageAction } from '../../frame/page-actions.ts';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useIsImporting } from '../../imports/current-import.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { filterCount } from './browsing.ts';
import { rememberList } from './document-address.ts';
import { searchOf } from './document-search.ts';
import styles from './documents.module.css';
import { EmptyDocuments } from './empty-documents.tsx';
import { ExportMenu } from './export-menu.tsx';
import { Facets } from './facets.tsx';
import { FilterButton } from './filter-button.tsx';
import { type Found, FoundDocuments } from './found-documents.tsx';
import { SearchBox } from './search-box.tsx';
import { SortSelect } from './sort-select.tsx';
import { UndoLine } from './undo-line.tsx';
import { useBrowsing } from './use-browsing.ts';

/** Refetch interval during an import, in milliseconds. */
const WHILE_IMPORTING = 2_000;
/** Refetch interval of the engine itself, in milliseconds. */
const OTHERWISE = 15_000;

export function DocumentsPage() {
  const account = useAccount();
  const engine = useEngineName();
  const growing = useIsImporting(account.id, engine);
  const {
    schema,
    type,
    document_count: count,
  } = useEngineOverview({
    every: () => (growing ? WHILE_IMPORTING : OTHERWISE),
  });
  const [browsing, columns, change] = useBrowsing(account.id, engine, schema);
  const [, navigate] = useLocation();
  const search = useSearch();
  useEffect(() => rememberList(account.id, engine, search), [account.id, engine, search]);
  // The documents of a meta engine are changed in its source engines, and exported there.
  const isMeta = type === 'meta';
  const mayAdd = account.may('editor') && !isMeta;
  const path = routeOf.api(account.id, 'engines', engine, 'search');
  const body = searchOf(schema, browsing, columns);
  const {
    data: found,
    error,
    isPlaceholderData,
  } = useQuery({
    queryKey: engineKey(account.id, engine, 'documents', body),
    queryFn: ({ signal }) => call<Found>('POST', path, { body, signal, untracked: true }),
    placeholderData: keepPreviousData,
    // Otherwise the list must not change while the person selects rows.
    refetchInterval: growing ? WHILE_IMPORTING : false,
  });
  const add = pageOf.engine(account.id, engine, 'import');
  const goAdding = useCallback(() => navigate(add), [navigate, add]);
  usePageAction('Add documents', goAdding, mayAdd);
  const searchFor = useCallback((query: string) => change({ query }, { replace: true }), [change]);

  const isEmpty = count === 0 && (found?.meta.page.total_results ?? 0) === 0;
  const { filtering } = browsing;
  return (
    <EnginePage
      title="Documents"
      shows={{ method: 'POST', path, body }}
      actions={
        !isEmpty && (
          <>
            {!isMeta && <ExportMenu schema={schema} count={count} />}
            {mayAdd && (
              <Button component={Link} href={add} leftSection={<IconPlus size={16} />}>
                Add documents
              </Button>
            )}
          </>
        )
      }
    >
      <UndoLine />
      {isEmpty ? (
        <EmptyDocuments mayAdd={mayAdd} />
      ) : (
        <>
          <Group gap="sm">
            <SearchBox query={browsing.query} onChange={searchFor} />
            <Group gap="sm" wrap="nowrap" className={styles.tools}>
              <FilterButton
                isOpen={filtering}
                active={filterCount(browsing)}
                onToggle={() => change({ filtering: !filtering })}
              />
              <SortSelect
                schema={schema}
                value={browsing.sort}
                isSearch={browsing.query !== ''}
                onChange={(sort) => change({ sort })}
              />
            </Group>
          </Group>
          <div className={styles.columns} data-filters={filtering || undefined}>
            {filtering && <Facets schema={schema} browsing={browsing} onChange={change} />}
            <div aria-busy={isPlaceholderData}>
              <ErrorBox error={error} />
              {found === undefined && error === null && <PageSkeleton />}
              {found !== undefined && error === null && (
                <FoundDocuments
                  found={found}
                  count={count}
                  schema={schema}
                  mayChange={mayAdd}
                  browsing={browsing}
                  columns={columns}
                  onChange={change}
                />
              )}
            </div>
          </div>
        </>
      )}
    </EnginePage>
  );
}
