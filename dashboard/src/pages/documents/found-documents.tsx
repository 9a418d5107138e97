import { Button, Group, Stack, Text } from '@mantine/core';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import type { PageMeta } from '../../api/types.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { counted, number } from '../../parts/numbers.ts';
import { type Browsing, type ChangeBrowsing, filterCount, type Schema, UNFILTERED } from './browsing.ts';
import { ChooseColumns } from './choose-columns.tsx';
import { DocumentList } from './document-list.tsx';
import type { Hit } from './document-row.tsx';
import { COUNTED, ListFoot } from './list-foot.tsx';
import { SelectionBar } from './selection-bar.tsx';

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
  readonly columns: readonly string[];
  readonly onChange: ChangeBrowsing;
}

const NONE: ReadonlySet<string> = new Set();

/** A page of documents: how many there are, the table, and pagination. */
export function FoundDocuments({ found, count, schema, mayChange, browsing, columns, onChange }: Props) {
  const [picked, setPicked] = useState(NONE);
  const { total_results: results } = found.meta.page;
  const isNarrowed = browsing.query !== '' || filterCount(browsing) > 0;
  // Only documents on the visible page are deleted.
  const ids = found.results.map(({ id }) => id.raw).filter((id) => picked.has(id));
  if (results === 0) {
    return (
      <EmptyState
        icon={IconSearch}
        title="No matching documents"
        actions={
          <Button variant="light" onClick={() => onChange({ query: '', ...UNFILTERED })}>
            Show all documents
          </Button>
        }
      >
        0 of {counted(count, 'document')} matched. Try other words or fewer filters.
      </EmptyState>
    );
  }
  const total = counted(Math.max(count, results), 'document');
  return (
    <Stack gap="sm">
      <Group justify="space-between" gap="sm">
        <Text size="sm" c="dimmed" role="status">
          {isNarrowed ? `${results >= COUNTED ? 'More than ' : ''}${number(results)} of ${total}` : total}
        </Text>
        {Object.keys(schema).length > 0 && (
          <ChooseColumns
            schema={schema}
            columns={columns}
            onChange={(next) => onChange({ columns: next, page: browsing.page }, { replace: true })}
          />
        )}
      </Group>
      <DocumentList
        hits={found.results}
        columns={columns}
        schema={schema}
        sort={browsing.sort}
        onSort={(sort) => onChange({ sort })}
        picked={mayChange ? picked : undefined}
        onPick={setPicked}
      />
      {mayChange && (
        <SelectionBar
          ids={ids}
          isWholePage={ids.length === found.results.length}
          results={results}
          schema={schema}
          browsing={browsing}
          onClear={() => setPicked(NONE)}
        />
      )}
      <ListFoot meta={found.meta.page} browsing={browsing} onChange={onChange} />
    </Stack>
  );
}
