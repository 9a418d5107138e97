import { Button } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount } from '../../session.ts';

/** The next step in an empty engine. */
export function FirstDocuments({ engine }: { readonly engine: string }) {
  const account = useAccount();
  return (
    <EmptyState
      icon={IconFileText}
      title="No documents yet"
      actions={
        <Button component={Link} href={pageOf.engine(account.id, engine, 'import')}>
          Add documents
        </Button>
      }
    >
      Import a file, paste JSON, or use one of the snippets below. Fields are created automatically.
    </EmptyState>
  );
}
