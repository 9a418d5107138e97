import { Alert, Button, Group, Stack, Text } from '@mantine/core';
import { useMutation, useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { texts } from '../../../../src/error-texts.ts';
import { limits } from '../../../../src/limits.ts';
import { isConflict } from '../../api/errors.ts';
import { engineKey, overviewQuery } from '../../api/queries.ts';
import { type Column, targetErrors } from '../../imports/column.ts';
import { ENCODING_NAMES } from '../../imports/encoding.ts';
import { FORMAT_NAMES } from '../../imports/layout.ts';
import { columnsOf, type Preview } from '../../imports/preview.ts';
import { startImport } from '../../imports/start-import.ts';
import { useDraft } from '../../parts/draft.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { bytes, counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { type ChosenFile, chosenFile, PASTED, pastedDraft } from './chosen-file.ts';
import { ColumnTable } from './column-table.tsx';
import { IdColumn } from './id-column.tsx';
import { addFields, newFields } from './new-fields.ts';
import { SampleTable } from './sample-table.tsx';

interface Props {
  readonly chosen: ChosenFile;
  readonly preview: Preview;
  readonly blocked: boolean;
  readonly other: ReactNode;
}

/** The contents of a file, the mapping of its columns, and the import button. */
export function ImportChoices({ chosen, preview, blocked, other }: Props) {
  const { account, engine, file, name } = chosen;
  const client = useQueryClient();
  const { schema, schema_version: version } = useSuspenseQuery(overviewQuery(account, engine)).data;
  const columns = chosen.columns ?? columnsOf(preview);
  const setColumns = (next: readonly Column[]): void => chosenFile.set({ ...chosen, columns: next });
  const errors = targetErrors(columns);
  const fresh = newFields(columns, schema);
  const tooMany = Object.keys(schema).length + fresh.length > limits.schemaFields;
  const { layout, sampled, isWhole } = preview;
  const renames = columnsOf(preview).filter(({ source, target }) => source !== target).length;

  const [, , forgetPasted] = useDraft(pastedDraft(account, engine), '');

  const begin = useMutation({
    mutationFn: () => addFields(account, engine, columns, schema, version),
    onSuccess: () => {
      startImport({ account, engine, file, fileName: name, layout, columns });
      if (name === PASTED) forgetPasted();
      chosenFile.set(null);
    },
    onError: (error) => {
      if (isConflict(error)) void client.invalidateQueries({ queryKey: engineKey(account, engine) });
    },
  });
  const facts = [
    FORMAT_NAMES[layout.format],
    ...(layout.encoding === 'utf-8' ? [] : [ENCODING_NAMES[layout.encoding]]),
    bytes(file.size),
    isWhole ? counted(sampled, 'document') : `types detected from the first ${counted(sampled, 'document')}`,
  ];
  const import_ = isWhole ? `Add ${counted(sampled, 'document')}` : 'Import file';
  return (
    <Stack>
      {renames > 0 && (
        <Alert variant="light" color="yellow">
          {counted(renames, 'column was', 'columns were')} renamed to valid, unique field names. Check the
          names below.
        </Alert>
      )}
      <Panel title={name} intro={facts.join(' · ')} actions={other} flush>
        <ColumnTable
          preview={preview}
          columns={columns}
          errors={errors}
          schema={schema}
          onChange={setColumns}
        />
      </Panel>
      <IdColumn columns={columns} proposed={columnsOf(preview)} onChange={setColumns} />
      <SampleTable preview={preview} columns={columns} schema={schema} />
      {tooMany && <ErrorBox messages={[`${texts.tooManyFields}. Leave some out.`]} />}
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
          disabled={blocked || tooMany || errors.some((error) => error !== undefined)}
          onClick={() => begin.mutate()}
        >
          {import_}
        </Button>
      </Group>
    </Stack>
  );
}
