import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount, useEngineName } from '../../session.ts';

/** The empty state of an engine without documents. */
export function EmptyDocuments() {
  const account = useAccount();
  const engine = useEngineName();
  const mayAdd = account.may('editor');
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
        : 'Documents appear here when an editor adds them.'}
    </EmptyState>
  );
}
