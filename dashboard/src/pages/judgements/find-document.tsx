import { Stack, Text } from '@mantine/core';
import { useAddressState } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { QueryInput } from '../../parts/query-input.tsx';
import { useDocumentWithId, useJudgedSearch } from './judged-search.ts';
import type { JudgementEdit } from './judgement-edit.ts';
import { RatedList } from './rated-list.tsx';

const SHOWN = 10;

/** Finds documents that the query should find and does not. */
export function FindDocument({ edit }: { readonly edit: JudgementEdit }) {
  const [text, setText] = useAddressState('find');
  const { found, error, isOld } = useJudgedSearch(text === '' ? null : text, SHOWN);
  const exact = useDocumentWithId(text.trim());
  const documents = [
    ...(exact === undefined ? [] : [exact]),
    ...(found ?? []).filter(({ id }) => id !== exact?.id),
  ];
  return (
    <Panel
      title="Another document"
      intro="A document that the query does not find can be relevant too. It then counts as missed."
    >
      <Stack gap="sm">
        <QueryInput
          label="Find a document"
          description="By words or by id."
          query={text}
          onChange={setText}
        />
        <ErrorBox error={error} />
        <Text size="sm" role="status" c="dimmed">
          {found !== undefined && documents.length === 0 && 'No document found.'}
        </Text>
        {documents.length > 0 && (
          <RatedList label="Documents found" documents={documents} isOld={isOld} edit={edit} />
        )}
      </Stack>
    </Panel>
  );
}
