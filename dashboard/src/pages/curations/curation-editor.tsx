import { Button, Stack, VisuallyHidden } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { Versioned } from '../../api/client.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { useCuratedDocuments } from './curated-documents.ts';
import { useCurationEdit } from './curation-edit.ts';
import { useCurationForm } from './curation-form.ts';
import { inLines } from './curation-lines.ts';
import { CurationPanels } from './curation-panels.tsx';
import { type Curation, curationsPath, queryLabel } from './curations-query.ts';
import { DeleteCuration } from './delete-curation.tsx';
import { MissingDocuments } from './missing-documents.tsx';
import { SaveBar } from './save-bar.tsx';

interface Props {
  /** Null for a curation that is not saved yet. */
  readonly id: string | null;
  readonly seen: Versioned<Omit<Curation, 'id'>>;
}

/** Everything about one curation. */
export function CurationEditor({ id, seen }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const [, navigate] = useLocation();
  const [isDeleting, setDeleting] = useState(false);
  const { form, dialog, discard } = useCurationForm(id, seen);
  const mayChange = account.may('editor');
  const { queries, documents: curated } = form.values;
  const changeDocuments = form.input('documents');
  const edit = useCurationEdit(curated, mayChange, changeDocuments.onChange);
  const documents = useCuratedDocuments([...curated.promoted, ...curated.hidden]);
  const all = pageOf.engine(account.id, engine, 'curations');
  const [first] = seen.data.queries;
  const body = { queries, ...curated };
  return (
    <EnginePage
      title={first === undefined ? 'New curation' : `Curation for “${queryLabel(first)}”`}
      intro="Promote documents from the results, order them, and hide others. Changes apply to searches when you save."
      shows={
        id === null
          ? { method: 'POST', path: curationsPath(account.id, engine), body }
          : { path: curationsPath(account.id, engine, id) }
      }
      actions={
        id !== null &&
        mayChange && (
          <Button variant="default" leftSection={<IconTrash size={16} />} onClick={() => setDeleting(true)}>
            Delete
          </Button>
        )
      }
    >
      <VisuallyHidden role="status">{edit.said}</VisuallyHidden>
      <Stack>
        <MissingDocuments edit={edit} missing={documents.missing} />
        <ErrorBox error={documents.error} />
        <ErrorBox messages={changeDocuments.error?.split('\n') ?? []} />
        <CurationPanels form={form} edit={edit} documents={documents} />
        {mayChange && (
          <SaveBar
            isNew={id === null}
            isChanged={form.changed}
            isBusy={form.busy}
            messages={form.rest}
            onSave={form.submit}
            onDiscard={discard}
          />
        )}
      </Stack>
      <ConflictDialog
        mine={body}
        show={inLines}
        overwriteLabel={dialog.conflict?.current === null ? 'Create again' : 'Overwrite'}
        {...dialog}
      />
      <DeleteCuration
        curation={isDeleting && id !== null ? { id, queries: seen.data.queries } : null}
        onDone={() => {
          form.reset();
          navigate(all);
        }}
        onClose={() => setDeleting(false)}
      />
    </EnginePage>
  );
}
