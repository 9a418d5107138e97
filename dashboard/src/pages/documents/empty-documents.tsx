import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount, useEngineName } from '../../session.ts';

/** The empty state of an engine without documents. */
export function EmptyDocuments({ mayAdd }: { readonly mayAdd: boolean }) {
  const account = useAccount();
  const engine = useEngineName();
  return (
    <EmptyState
      icon={IconFileText}
      title="No documents yet"
      actions={
        mayAdd && (
          <>
            <Button component={Link} href={pageOf.engine(account.id, engine, 'import')}>
              Add documents
            </Button>
            <Button component={Link} href={pageOf.engine(account.id, engine)} variant="default">
              Use the API
            </Button>
          </>
        )
      }
    >
      {mayAdd
        ? 'Import a file (JSON, NDJSON or CSV), paste JSON, or use the API. Fields are created automatically.'
        : 'Documents appear here when an editor adds them to this engine or, for a meta engine, to its source engines.'}
    </EmptyState>
  );
}
