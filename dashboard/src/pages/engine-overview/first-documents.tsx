import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount } from '../../session.ts';
import { DropArea } from '../documents/drop-area.tsx';

/** The next step in an empty engine. */
export function FirstDocuments({ engine }: { readonly engine: string }) {
  const account = useAccount();
  return (
    <DropArea engine={engine}>
      <EmptyState
        icon={IconFileText}
        title="No documents yet"
        actions={
          <Button component={Link} href={pageOf.engine(account.id, engine, 'import')}>
            Add documents
          </Button>
        }
      >
        Drop a file here (JSON, NDJSON or CSV), paste JSON, or use one of the snippets below. Fields are
        created automatically.
      </EmptyState>
    </DropArea>
  );
}
