import { Alert, Button, Group, SimpleGrid, Stack, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { type Preview, restoredColumns } from '../../imports/preview.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { Panel } from '../../parts/panel.tsx';
import type { ChosenFile } from '../documents/chosen-file.ts';
import { checkColumns } from '../documents/column-check.ts';
import { ImportReview } from '../documents/import-review.tsx';
import { EngineNameField } from './engine-name-field.tsx';
import { LanguageField } from './language-field.tsx';
import { useCreation } from './use-creation.ts';

/** Descriptions below, as their lengths differ and the inputs are side by side. */
const ORDER: ('label' | 'input' | 'description' | 'error')[] = ['label', 'input', 'description', 'error'];

interface Props {
  readonly chosen: ChosenFile;
  readonly preview: Preview;
  /** Whether another import is still running. */
  readonly blocked: boolean;
  readonly other: ReactNode;
}

/** Name and language of a new engine, and the review of the file that is imported into it. */
export function NewEngineForm({ chosen, preview, blocked, other }: Props) {
  const { form, created } = useCreation(chosen, preview);
  const columns = restoredColumns(form.values.columns, preview);
  const { isReady } = checkColumns(columns, {});
  const isFixed = created !== '';
  return (
    <form {...form.props}>
      <Stack>
        {isFixed && !form.busy && (
          <Alert
            variant="light"
            color="yellow"
            title={`Engine ${created} was created, but it is still empty`}
          >
            The import did not start. Your file and your choices are kept; try the import again.
          </Alert>
        )}
        <Panel title="New engine">
          <SimpleGrid cols={{ base: 1, sm: 2 }}>
            <EngineNameField {...form.input('name')} inputWrapperOrder={ORDER} disabled={isFixed} />
            <LanguageField {...form.input('language')} inputWrapperOrder={ORDER} disabled={isFixed} />
          </SimpleGrid>
        </Panel>
        <ImportReview
          chosen={chosen}
          preview={preview}
          columns={columns}
          schema={{}}
          onChange={(next) => form.set('columns', next)}
          other={other}
        />
        <FormErrors form={form} />
        <Group justify="flex-end">
          <Text size="sm" c="dimmed" style={{ flex: '1 1 14rem' }}>
            {preview.layout.format === 'csv' && 'Empty cells are skipped.'}
          </Text>
          <Button type="submit" size="md" loading={form.busy} disabled={blocked || !isReady}>
            {created === '' ? 'Create engine and import' : `Import into ${created}`}
          </Button>
        </Group>
      </Stack>
    </form>
  );
}
