import { Alert, Button, Group, Modal, NativeSelect, Stack, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../../api/client.ts';
import { isConflict } from '../../api/errors.ts';
import { engineKey } from '../../api/queries.ts';
import type { EngineOverview } from '../../api/types.ts';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { useForm } from '../../parts/form.ts';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { useAccount } from '../../session.ts';
import { messagesAbout, proposalFor } from './field-name-rules.ts';
import { FIELD_TYPES, FieldTypeIcon } from './field-type.tsx';
import { schemaPath } from './schema-queries.ts';

interface Props {
  readonly opened: boolean;
  readonly engine: EngineOverview;
  readonly onClose: () => void;
}

export const AddField = ({ opened, engine, onClose }: Props) => (
  <Modal opened={opened} onClose={onClose} title="Add a field">
    <AddFieldForm engine={engine} onClose={onClose} />
  </Modal>
);

function AddFieldForm({ engine, onClose }: Omit<Props, 'opened'>) {
  const account = useAccount();
  const client = useQueryClient();
  const overwritten = useRef<string | null>(null);
  const [dismissed, setDismissed] = useState<unknown>(null);
  const refresh = () => client.invalidateQueries({ queryKey: engineKey(account.id, engine.name) });
  const form = useForm({
    initial: { name: '', type: FIELD_TYPES[0] ?? 'text' },
    draft: `field ${account.id} ${engine.name}`,
    about: { name: /^name|schema fields/i, type: /^type/i },
    check: ({ name }) => ({ name: messagesAbout(name, engine.schema)[0] }),
    save: ({ name, type }) =>
      call('POST', schemaPath(account.id, engine.name), {
        body: { [name]: type },
        ifMatch: overwritten.current ?? engine.schema_version,
      }),
    saved: () => {
      onClose();
      void refresh();
    },
  });
  const { name, type } = form.values;
  // No errors before the first input; then all errors at once.
  const broken = name === '' ? [] : messagesAbout(name, engine.schema);
  const proposal = broken.length > 0 ? proposalFor(name, engine.schema) : undefined;
  const input = form.input('name');
  const conflict = isConflict(form.error) && form.error !== dismissed ? form.error : null;
  return (
    <form {...form.props}>
      <Stack>
        {engine.reindexing && (
          <Alert color="yellow" variant="light" role="status">
            The engine is reindexing. You can save when it has finished.
          </Alert>
        )}
        <TextInput
          label="Name"
          description="Lower-case letters, digits and underscores. It cannot be changed later."
          placeholder="published_on"
          autoComplete="off"
          autoCapitalize="none"
          spellCheck={false}
          data-autofocus
          {...input}
          error={
            broken.length > 0 ? broken.map((message) => <div key={message}>{message}</div>) : input.error
          }
        />
        {proposal !== undefined && (
          <Group gap="xs">
            <Button variant="light" size="compact-sm" onClick={() => form.set('name', proposal)}>
              Use {proposal}
            </Button>
          </Group>
        )}
        <NativeSelect
          label="Type"
          data={[...FIELD_TYPES]}
          leftSection={<FieldTypeIcon type={type} />}
          {...form.input('type')}
        />
        {conflict === null && <FormErrors form={form} />}
        <FormButtons form={form} submit="Add" disabled={engine.reindexing} onCancel={onClose} />
      </Stack>
      <ConflictDialog
        conflict={conflict}
        mine={{ ...engine.schema, [name]: type }}
        busy={form.busy}
        onOverwrite={(version) => {
          overwritten.current = version;
          form.submit();
        }}
        onTakeTheirs={() => {
          form.reset();
          onClose();
          void refresh();
        }}
        onClose={() => {
          setDismissed(form.error);
          void refresh();
        }}
      />
    </form>
  );
}
