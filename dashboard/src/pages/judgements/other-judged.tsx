import { Stack, Text } from '@mantine/core';
import { useAddressPage } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Pages } from '../../parts/pages.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useCuratedDocuments } from '../curations/curated-documents.ts';
import type { JudgementEdit } from './judgement-edit.ts';
import { RatedList } from './rated-list.tsx';

const SIZE = 25;

interface Props {
  /** Ids of the judged documents that are not among the results shown. */
  readonly ids: readonly string[];
  readonly edit: JudgementEdit;
}

/** Judged documents that the results do not have. */
export function OtherJudged({ ids, edit }: Props) {
  const [wanted, setPage] = useAddressPage();
  const pages = Math.ceil(ids.length / SIZE);
  const page = Math.max(1, Math.min(wanted, pages));
  const shown = ids.slice((page - 1) * SIZE, page * SIZE);
  const { titleOf, missing, error } = useCuratedDocuments(shown);
  return (
    <Panel title="Other judged documents" intro="Not among the results shown.">
      {ids.length === 0 ? (
        <Text size="sm" c="dimmed">
          No other documents.
        </Text>
      ) : (
        <Stack gap="sm">
          <ErrorBox error={error} />
          <RatedList
            label="Other judged documents"
            documents={shown.map((id) => ({ id, title: titleOf(id), isMissing: missing.has(id) }))}
            edit={edit}
          />
          <Pages page={page} pages={pages} total={ids.length} unit="document" onChange={setPage} />
        </Stack>
      )}
    </Panel>
  );
}
