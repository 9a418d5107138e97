import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { DropArea } from './drop-area.tsx';

/** The empty state of an engine without documents. */
export function EmptyDocuments({ mayAdd }: { readonly mayAdd: boolean }) {
  const account = useAccount();
  const engine = useEngineName();
  if (!mayAdd) {
    return (
      <EmptyState icon={IconFileText} title="No documents yet">
        Documents appear here when an editor adds them to this engine or, for a meta engine, to its source
        engines.
      </EmptyState>
    );
  }
  return (
    <DropArea engine={engine}>
      <EmptyState
        icon={IconFileText}
        title="No documents yet"
        actions={
          <>
            <Button component={Link} href={pageOf.engine(account.id, engine, 'import')}>
              Add documents
            </Button>
            <Button component={Link} href={pageOf.engine(account.id, engine)} variant="default">
              Use the API
            </Button>
          </>
        }
      >
        Drop a file here (JSON, NDJSON or CSV), paste JSON, or use the API. Fields are created automatically.
      </EmptyState>
    </DropArea>
  );
}
