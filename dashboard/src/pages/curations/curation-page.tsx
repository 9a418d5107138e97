import { Button } from '@mantine/core';
import { IconGhost } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useSearchParams } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { isGone } from '../../api/errors.ts';
import { useParam } from '../../frame/current-route.tsx';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { CurationEditor } from './curation-editor.tsx';
import { curationQuery, NEW } from './curations-query.ts';

export function CurationPage() {
  const id = useParam('curation');
  useEngineOverview({ stay: true });
  return id === NEW ? <NewCuration /> : <SavedCuration id={id} />;
}

function NewCuration() {
  const [params] = useSearchParams();
  const [seen] = useState(() => ({
    data: { queries: [...new Set(params.getAll('query'))], promoted: [], hidden: [] },
    version: null,
  }));
  return <CurationEditor id={null} seen={seen} />;
}

function SavedCuration({ id }: { readonly id: string }) {
  const account = useAccount();
  const engine = useEngineName();
  const { data, error } = useQuery(curationQuery(account.id, engine, id));
  if (data !== undefined) return <CurationEditor id={id} seen={data} />;
  return (
    <EnginePage title="Curation">
      {isGone(error) ? (
        <EmptyState
          icon={IconGhost}
          title="Curation not found"
          actions={
            <Button component={Link} href={pageOf.engine(account.id, engine, 'curations')} variant="light">
              All curations
            </Button>
          }
        >
          It may have been deleted.
        </EmptyState>
      ) : error === null ? (
        <PageSkeleton />
      ) : (
        <ErrorBox error={error} />
      )}
    </EnginePage>
  );
}
