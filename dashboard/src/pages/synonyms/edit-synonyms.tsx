import { Modal, Stack } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { call, type Versioned } from '../../api/client.ts';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { useVersionedForm } from '../../parts/versioned-form.ts';
import { useAccount, useEngineName } from '../../session.ts';
import {
  inOneLine,
  refreshSynonyms,
  type SynonymSet,
  synonymSetQuery,
  synonymsPath,
} from './synonyms-query.ts';
import { TermsField } from './terms-field.tsx';

interface Props {
  /** The id of the set to change; empty closes the dialog. */
  readonly id: string;
  readonly onClose: () => void;
}

export const EditSynonyms = ({ id, onClose }: Props) => (
  <Modal opened={id !== ''} onClose={onClose} title="Edit the synonym set">
    {id !== '' && <Loaded id={id} onClose={onClose} />}
  </Modal>
);

function Loaded({ id, onClose }: Props) {
  // No refetch while the form is open; conflicts are detected on save.
  const seen = useQuery({
    ...synonymSetQuery(useAccount().id, useEngineName(), id),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (seen.error !== null) return <ErrorBox error={seen.error} />;
  if (seen.data === undefined) return null;
  return <EditForm key={seen.dataUpdatedAt} seen={seen.data} onClose={onClose} onTheirs={seen.refetch} />;
}

interface FormProps {
  readonly seen: Versioned<SynonymSet>;
  readonly onClose: () => void;
  /** Reloads the set. */
  readonly onTheirs: () => unknown;
}

function EditForm({ seen, onClose, onTheirs }: FormProps) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const { data: set } = seen;
  const refresh = () => void refreshSynonyms(client, account.id, engine);
  const { form, dialog } = useVersionedForm({
    initial: { synonyms: [...set.synonyms] },
    about: { synonyms: /synonym/i },
    save: (body, over) =>
      call('PUT', synonymsPath(account.id, engine, set.id), { body, ifMatch: (over ?? seen).version }),
    saved: () => {
      notify.done('Synonym set saved.');
      onClose();
      refresh();
    },
    takeTheirs: () => {
      void onTheirs();
      refresh();
    },
  });
  return (
    <form {...form.props}>
      <Stack>
        <TermsField
          label="Terms"
          description="Changes apply to searches at once."
          data-autofocus
          {...form.input('synonyms')}
        />
        <FormErrors form={form} />
        <FormButtons form={form} submit="Save" disabled={!form.changed} onCancel={onClose} />
      </Stack>
      <ConflictDialog
        mine={{ synonyms: form.values.synonyms }}
        show={(value) => inOneLine((value as SynonymSet).synonyms)}
        {...dialog}
      />
    </form>
  );
}
