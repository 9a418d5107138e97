import { Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { isConflict } from '../../api/errors.ts';
import { engineKey, overviewQuery } from '../../api/queries.ts';
import { columnsOf, type Preview } from '../../imports/preview.ts';
import { startImport } from '../../imports/start-import.ts';
import { useDraft } from '../../parts/draft.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { counted } from '../../parts/numbers.ts';
import { type ChosenFile, chosenFile, PASTED, pastedDraft } from './chosen-file.ts';
import { checkColumns } from './column-check.ts';
import { ImportReview } from './import-review.tsx';
import { addFields, fieldsToAdd, newFields } from './new-fields.ts';

interface Props {
  readonly engine: string;
  readonly chosen: ChosenFile;
  readonly preview: Preview;
  /** Whether another import is still running. */
  readonly blocked: boolean;
  readonly other: ReactNode;
}

/** The contents of a file, the mapping of its columns, and the import button. */
export function ImportChoices({ engine, chosen, preview, blocked, other }: Props) {
  const { account, file, name } = chosen;
  const client = useQueryClient();
  const overview = useSuspenseQuery(overviewQuery(account, engine)).data;
  const { schema, schema_version: version, document_count: documents } = overview;
  const columns = chosen.columns ?? columnsOf(preview);
  const { layout, sampled, isWhole } = preview;
  const { isReady } = checkColumns(columns, schema);
  const [, , forgetPasted] = useDraft(pastedDraft(account, engine), '');

  const begin = useMutation({
    mutationFn: async () => {
      const added = fieldsToAdd({ columns, preview, schema, isEmpty: documents === 0 });
      await addFields(account, engine, added, version);
      return newFields(columns, schema).filter((column) => !added.includes(column));
    },
    onSuccess: (toConfirm) => {
      startImport({
        account,
        engine,
        file,
        fileName: name,
        layout,
        columns,
        before: { fields: Object.keys(schema), documents },
        seenFields: toConfirm.map(({ target }) => target),
      });
      if (name === PASTED) forgetPasted();
      chosenFile.set(null);
    },
    onError: (error) => {
      if (isConflict(error)) void client.invalidateQueries({ queryKey: engineKey(account, engine) });
    },
  });
  return (
    <Stack>
      <ImportReview
        chosen={chosen}
        preview={preview}
        columns={columns}
        schema={schema}
        onChange={(next) => chosenFile.set({ ...chosen, columns: next })}
        other={other}
      />
      {isConflict(begin.error) ? (
        <ErrorBox messages={['Someone changed the schema in the meantime. Check the types again.']} />
      ) : (
        <ErrorBox error={begin.error} />
      )}
      <Group justify="flex-end">
        <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
          Documents with the same id are replaced. {layout.format === 'csv' && 'Empty cells are skipped.'}
        </Text>
        <Button
          size="md"
          loading={begin.isPending}
          disabled={blocked || !isReady}
          onClick={() => begin.mutate()}
        >
          {isWhole ? `Add ${counted(sampled, 'document')}` : 'Import file'}
        </Button>
      </Group>
    </Stack>
  );
}
