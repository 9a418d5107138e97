import { Stack } from '@mantine/core';
import { IconArrowsLeftRight } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useCallback, useState } from 'react';
import { useSearchParams } from 'wouter';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressPage, useAddressState } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { AddSynonyms } from './add-synonyms.tsx';
import { DeleteSynonyms } from './delete-synonyms.tsx';
import { EditSynonyms } from './edit-synonyms.tsx';
import { SynonymTable } from './synonym-table.tsx';
import styles from './synonyms.module.css';
import { type SynonymSet, synonymsPath, synonymsQuery } from './synonyms-query.ts';
import { TryQuery } from './try-query.tsx';

export function SynonymsPage() {
  const account = useAccount();
  const engine = useEngineName();
  const [page, setPage] = useAddressPage();
  const [tried, setTried] = useAddressState('try');
  const [edited, setEdited] = useAddressState('edit', '', { replace: false });
  const [deleted, setDeleted] = useState<SynonymSet | null>(null);
  const { data, error } = useQuery({
    ...synonymsQuery(account.id, engine, page),
    placeholderData: keepPreviousData,
  });
  const mayChange = account.may('editor');
  const sets = data?.results ?? [];
  const { total_pages: pages = 0, total_results: total = 0 } = data?.meta.page ?? {};
  const [params, setParams] = useSearchParams();
  const first = params.get('add') ?? '';
  const added = useCallback(
    (set: SynonymSet) =>
      setParams(
        (before) => {
          const after = new URLSearchParams(before);
          after.delete('add');
          after.set('try', set.synonyms[0] ?? '');
          return after;
        },
        { replace: true },
      ),
    [setParams],
  );
  return (
    <EnginePage
      title="Synonyms"
      shows={{ path: synonymsPath(account.id, engine) }}
      intro="Terms with the same meaning: a query with one of them also finds documents with the others."
    >
      <div className={styles.columns}>
        <Stack>
          {mayChange && (
            <Panel>
              <AddSynonyms key={first} first={first} onAdded={added} />
            </Panel>
          )}
          <ErrorBox error={error} />
          {data === undefined && error === null && <PageSkeleton />}
          {data !== undefined && total === 0 && (
            <EmptyState icon={IconArrowsLeftRight} title="No synonyms yet">
              Add the words that people search for, together with the words in your documents.
            </EmptyState>
          )}
          {total > 0 && (
            <>
              <SynonymTable
                sets={sets}
                mayChange={mayChange}
                onTry={setTried}
                onEdit={setEdited}
                onDelete={setDeleted}
              />
              <Pages page={page} pages={pages} total={total} unit="synonym set" onChange={setPage} />
            </>
          )}
        </Stack>
        <TryQuery query={tried} onChange={setTried} />
      </div>
      <EditSynonyms id={mayChange ? edited : ''} onClose={() => setEdited('')} />
      <DeleteSynonyms set={deleted} onClose={() => setDeleted(null)} />
    </EnginePage>
  );
}
