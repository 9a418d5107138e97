import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount, useEngineName } from '../../session.ts';

/** An engine without documents: how to get some. */
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
              See how the API does it
            </Button>
          </>
        )
      }
    >
      {mayAdd
        ? 'Drop a file (JSON, NDJSON or CSV), paste some JSON, or send them through the API. The engine gets its fields from them by itself.'
        : 'As soon as an editor adds some, you will find them here.'}
    </EmptyState>
  );
}
