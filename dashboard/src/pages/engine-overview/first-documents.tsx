import { Button, Group } from '@mantine/core';
import { IconFileText } from '@tabler/icons-react';
import { Link } from 'wouter';
import { ENGINE_PATH } from '../../frame/page-route.ts';
import { pathOf } from '../../frame/path-of.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ENGINE_ENTRIES } from '../../routes.ts';
import { useAccount } from '../../session.ts';

/** The next step in an empty engine. */
export function FirstDocuments({ engine }: { readonly engine: string }) {
  const account = useAccount();
  const documents = ENGINE_ENTRIES.find(({ path }) => path === `${ENGINE_PATH}/documents`);
  return (
    <EmptyState
      icon={IconFileText}
      title="No documents yet"
      actions={
        documents && (
          <Group>
            <Button component={Link} href={pathOf(documents.path, { account: account.id, engine })}>
              Add documents
            </Button>
          </Group>
        )
      }
    >
      Send the first ones with one of the snippets below. The engine gets its fields from them by itself.
    </EmptyState>
  );
}
