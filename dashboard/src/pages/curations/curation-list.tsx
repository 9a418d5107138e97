import { Stack } from '@mantine/core';
import { IconPinned } from '@tabler/icons-react';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressPage } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { CreateCuration } from './create-curation.tsx';
import { CurationTable } from './curation-table.tsx';
import { type Curation, curationsQuery } from './curations-query.ts';
import { DeleteCuration } from './delete-curation.tsx';

/** The curations of an engine, and the field that creates one. */
export function CurationList() {
  const account = useAccount();
  const [page, setPage] = useAddressPage();
  const [deleted, setDeleted] = useState<Curation | null>(null);
  const { data, error } = useQuery({
    ...curationsQuery(account.id, useEngineName(), page),
    placeholderData: keepPreviousData,
  });
  const mayChange = account.may('editor');
  const { total_pages: pages = 0, total_results: total = 0 } = data?.meta.page ?? {};
  return (
    <Stack>
      {mayChange && (
        <Panel>
          <CreateCuration />
        </Panel>
      )}
      <ErrorBox error={error} />
      {data === undefined && error === null && <PageSkeleton />}
      {data !== undefined && total === 0 && (
        <EmptyState icon={IconPinned} title="No curations yet">
          A curation puts documents first for certain queries, or leaves documents out.
        </EmptyState>
      )}
      {total > 0 && (
        <>
          <CurationTable curations={data?.results ?? []} mayChange={mayChange} onDelete={setDeleted} />
          <Pages page={page} pages={pages} total={total} unit="curation" onChange={setPage} />
        </>
      )}
      <DeleteCuration curation={deleted} onClose={() => setDeleted(null)} />
    </Stack>
  );
}
