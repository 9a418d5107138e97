import { Button, Stack } from '@mantine/core';
import { IconKey, IconPlus } from '@tabler/icons-react';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue, useEffect } from 'react';
import { EmptyState } from '../../parts/empty-state.tsx';
import { Pages } from '../../parts/pages.tsx';
import { useAccount } from '../../session.ts';
import type { KeyActions } from './key-row.tsx';
import { KeyTable } from './key-table.tsx';
import { keysQuery } from './keys-query.ts';

interface Props {
  readonly page: number;
  readonly onPage: (page: number) => void;
  readonly onCreate: () => void;
  readonly on: KeyActions;
}

/** The keys of the account, paginated. */
export function KeyList({ page, onPage, onCreate, on }: Props) {
  const account = useAccount();
  // Keep the previous page until the next one is loaded.
  const loaded = useDeferredValue(page);
  const { meta, results } = useSuspenseQuery(keysQuery(account.id, loaded)).data;
  const { total_results: total, total_pages: pages } = meta.page;
  // The page may be empty after a deletion.
  const isBeyond = results.length === 0 && total > 0;
  useEffect(() => {
    if (isBeyond) onPage(pages);
  }, [isBeyond, pages, onPage]);
  if (total === 0)
    return (
      <EmptyState
        icon={IconKey}
        title="No keys yet"
        actions={
          <Button leftSection={<IconPlus size={16} />} onClick={onCreate}>
            Create a key
          </Button>
        }
      >
        Every API request needs a key. Start with a private key for sending documents.
      </EmptyState>
    );
  return (
    <Stack gap="sm">
      <KeyTable keys={results} on={on} />
      <Pages page={page} pages={pages} total={total} unit="key" onChange={onPage} />
    </Stack>
  );
}
