import { Button } from '@mantine/core';
import { IconTable } from '@tabler/icons-react';
import { Link } from 'wouter';
import { ENGINE_PATH } from '../../frame/page-route.ts';
import { pathOf } from '../../frame/path-of.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ENGINE_ENTRIES } from '../../routes.ts';
import { useAccount, useEngineName } from '../../session.ts';

/** The empty state of an engine without fields. */
export function NoFields({ onAdd }: { readonly onAdd: (() => void) | undefined }) {
  const account = useAccount();
  const engine = useEngineName();
  const documents = ENGINE_ENTRIES.find(({ path }) => path === `${ENGINE_PATH}/documents`);
  return (
    <EmptyState
      icon={IconTable}
      title="No fields yet"
      actions={
        onAdd && (
          <>
            {documents && (
              <Button
                component={Link}
                href={pathOf(documents.path, { account: account.id, engine })}
                variant="default"
              >
                Add documents
              </Button>
            )}
            <Button onClick={onAdd}>Add a field</Button>
          </>
        )
      }
    >
      Fields are created as text when documents arrive; you can change their types here. Or add a field with
      its type first.
    </EmptyState>
  );
}
