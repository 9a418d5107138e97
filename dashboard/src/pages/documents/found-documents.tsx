import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { PageMeta } from '../../api/types.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { counted } from '../../parts/numbers.ts';
import { Pages } from '../../parts/pages.tsx';
import { type Browsing, lastPage, type Schema, SIZES, shownFields } from './browsing.ts';
import { DocumentList, type Hit } from './document-list.tsx';
import styles from './documents.module.css';
import { useDeletion } from './use-deletion.tsx';

export interface Found {
  readonly meta: { readonly page: PageMeta };
  readonly results: readonly Hit[];
}

interface Props {
  readonly found: Found;
  /** The document count of the engine. */
  readonly count: number;
  readonly schema: Schema;
  /** Whether documents can be deleted. */
  readonly mayChange: boolean;
  readonly browsing: Browsing;
  readonly onChange: (change: Partial<Browsing>) => void;
}

/** The server counts results up to this number. */
const COUNTED = 10_000;
const NONE: ReadonlySet<string> = new Set();

/** A page of documents with pagination and bulk deletion. */
export function FoundDocuments({ found, count, schema, mayChange, browsing, onChange }: Props) {
  const [picked, setPicked] = useState(NONE);
  const { ask, busy, dialog } = useDeletion(schema, () => setPicked(NONE));
  const { size, total_results: results, total_pages: pages } = found.meta.page;
  const isNarrowed = browsing.query !== '' || Object.keys(browsing.chosen).length > 0;
  // Only documents on the visible page are deleted.
  const ids = found.results.map(({ id }) => id.raw).filter((id) => picked.has(id));
  const last = lastPage(pages);
  if (results === 0) {
    return (
      <EmptyState
        icon={IconSearch}
        title="No matching documents"
        actions={
          <Button variant="light" onClick={() => onChange({ query: '', chosen: {} })}>
            Show all documents
          </Button>
        }
      >
        0 of {counted(count, 'document')} matched. Try other words or fewer filters.
      </EmptyState>
    );
  }
  return (
    <Stack gap="sm">
      {dialog}
      <DocumentList
        hits={found.results}
        fields={shownFields(schema, browsing)}
        picked={mayChange ? picked : undefined}
        onPick={setPicked}
      />
      {ids.length > 0 && (
        <div className={styles.picked}>
          <Text size="sm" role="status" style={{ flex: 1 }}>
            {counted(ids.length, 'document')} selected{' '}
          </Text>
          <Button variant="default" size="xs" onClick={() => setPicked(NONE)}>
            Clear selection
          </Button>
          <Button color="red" size="xs" loading={busy} onClick={() => ask({ ids })}>
            Delete
          </Button>
        </div>
      )}
      <Group justify="space-between" align="center">
        <div className={styles.pages}>
          <Pages
            page={browsing.page}
            pages={last}
            total={isNarrowed ? results : Math.max(count, results)}
            unit="document"
            onChange={(page) => onChange({ page })}
          />
        </div>
        {results > (SIZES[0] ?? 0) && (
          <NativeSelect
            aria-label="Documents per page"
            size="xs"
            data={SIZES.map((choice) => ({ value: String(choice), label: `${choice} per page` }))}
            value={String(browsing.size)}
            onChange={(event) => onChange({ size: Number(event.currentTarget.value) })}
          />
        )}
      </Group>
      {(results === COUNTED || results > last * size) && (
        <Text size="sm" c="dimmed">
          Only the first {counted(Math.min(last * size, results), 'document')} can be browsed. Search or
          filter to reach the others.
        </Text>
      )}
    </Stack>
  );
}
