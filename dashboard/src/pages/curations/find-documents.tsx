import { Stack, Text } from '@mantine/core';
import { useAddressState } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { QueryInput } from '../../parts/query-input.tsx';
import type { CurationEdit } from './curation-edit.ts';
import { useOrganicSearch } from './organic-search.ts';
import { ResultList } from './result-list.tsx';

const SHOWN = 10;

/** A search among all documents, for those that the queries do not find. */
export function FindDocuments({ edit }: { readonly edit: CurationEdit }) {
  const [query, setQuery] = useAddressState('find');
  const { found, total = 0, error, isOld } = useOrganicSearch(query === '' ? null : query, SHOWN);
  return (
    <Panel title="Other documents" intro="A promoted document is shown even if it does not match the query.">
      <Stack gap="sm">
        <QueryInput
          label="Search all documents"
          description="By words or by id."
          query={query}
          onChange={setQuery}
        />
        <ErrorBox error={error} />
        <Text size="sm" role="status" c="dimmed" className="numbers">
          {found !== undefined && (total > SHOWN ? `The first ${SHOWN} results` : counted(total, 'result'))}
        </Text>
        {found !== undefined && (
          <ResultList label="Documents found" found={found} isOld={isOld} edit={edit} />
        )}
      </Stack>
    </Panel>
  );
}
