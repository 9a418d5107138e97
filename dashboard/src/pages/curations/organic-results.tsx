import { Button, Group, NativeSelect, Stack, Text } from '@mantine/core';
import { useState } from 'react';
import { useAddressState } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { counted, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import type { CurationEdit } from './curation-edit.ts';
import { queryLabel } from './curations-query.ts';
import { useOrganicSearch } from './organic-search.ts';
import { ResultList } from './result-list.tsx';

const FIRST = 10;
const MORE = 20;
const MOST = 90;
/** The server counts results up to this number. */
const COUNTED = 10_000;

interface Props {
  readonly queries: readonly string[];
  readonly edit: CurationEdit;
}

/** What one of the queries finds without the curation. */
export function OrganicResults({ queries, edit }: Props) {
  const first = queries[0] ?? '';
  const [chosen, setChosen] = useAddressState('q', first);
  const [size, setSize] = useState(FIRST);
  const active = queries.includes(chosen) ? chosen : first;
  const { found, total = 0, error, isOld } = useOrganicSearch(queries.length === 0 ? null : active, size);
  return (
    <Panel
      title="Organic results"
      intro="What a query finds without this curation. Searches here are not recorded in analytics."
    >
      <Stack gap="sm">
        {queries.length > 1 && (
          <NativeSelect
            label="Query"
            data={queries.map((query) => ({ value: query, label: queryLabel(query) }))}
            value={active}
            onChange={(event) => setChosen(event.currentTarget.value)}
          />
        )}
        <ErrorBox error={error} />
        <Text size="sm" role="status" c="dimmed" className="numbers">
          {queries.length === 0 && 'Add a query to see its results.'}
          {found !== undefined &&
            (total >= COUNTED ? `${number(COUNTED)}+ results` : counted(total, 'result'))}
        </Text>
        {found !== undefined && (
          <ResultList label={`Results of ${queryLabel(active)}`} found={found} isOld={isOld} edit={edit} />
        )}
        {total > size && size < MOST && (
          <Group>
            <Button variant="default" size="xs" onClick={() => setSize(size + MORE)}>
              Show more
            </Button>
          </Group>
        )}
      </Stack>
    </Panel>
  );
}
