import { Alert, Stack, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call, type Versioned } from '../../api/client.ts';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { useVersionedForm } from '../../parts/versioned-form.ts';
import { useAccount } from '../../session.ts';
import { type Key, kindName, maySign } from './key.ts';
import { KeyDetails } from './key-details.tsx';
import { KeyDrawer } from './key-drawer.tsx';
import { KeyFields } from './key-fields.tsx';
import {
  ABOUT,
  changedDetails,
  checkScope,
  detailsIn,
  type KeyValues,
  rightsIn,
  valuesOf,
} from './key-values.ts';
import { keyQuery, refreshKeys } from './keys-query.ts';

interface Props {
  /** The key to change; null closes the drawer. */
  readonly name: string | null;
  readonly onClose: () => void;
}

export const EditKey = ({ name, onClose }: Props) => (
  <KeyDrawer opened={name !== null} onClose={onClose} title="Edit key">
    {name !== null && <Loaded name={name} onClose={onClose} />}
  </KeyDrawer>
);

function Loaded({ name, onClose }: { readonly name: string; readonly onClose: () => void }) {
  // No refetch while the form is open; conflicts are detected on save.
  const seen = useQuery({
    ...keyQuery(useAccount().id, name),
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
  if (seen.error !== null) return <ErrorBox error={seen.error} />;
  if (seen.data === undefined) return null;
  return <EditForm key={seen.dataUpdatedAt} seen={seen.data} onClose={onClose} onTheirs={seen.refetch} />;
}

interface FormProps {
  readonly seen: Versioned<Key>;
  readonly onClose: () => void;
  /** Reloads the key. */
  readonly onTheirs: () => unknown;
}

function EditForm({ seen, onClose, onTheirs }: FormProps) {
  const account = useAccount();
  const client = useQueryClient();
  const { data: key } = seen;
  const { form, dialog } = useVersionedForm<KeyValues, unknown>({
    initial: valuesOf(key),
    about: ABOUT,
    check: checkScope,
    save: (values, over) =>
      call('PUT', routeOf.api(account.id, 'credentials', key.name), {
        body: { ...rightsIn(values), ...changedDetails(values, valuesOf(key)) },
        ifMatch: (over ?? seen).version,
      }),
    saved: () => {
      notify.done('Key updated.');
      onClose();
      void refreshKeys(client, account.id);
    },
    takeTheirs: () => {
      void onTheirs();
      void refreshKeys(client, account.id);
    },
  });
  const breaks = maySign(key) && !maySign(form.values);
  return (
    <form {...form.props}>
      <Stack>
        <div>
          <Text fw={600}>{key.name}</Text>
          <Text size="sm" c="dimmed">
            {kindName(key.type)}. Name and type cannot be changed. Rotate the key to change its value.
          </Text>
        </div>
        <KeyFields form={form} kind={key.type} />
        <KeyDetails form={form} />
        {breaks && (
          <Alert
            color="yellow"
            variant="light"
            role="status"
            icon={<IconAlertTriangle size={18} stroke={1.6} />}
          >
            Without read access it cannot sign: all search keys signed with it stop working immediately.
          </Alert>
        )}
        <FormErrors form={form} />
        <FormButtons form={form} submit="Update" disabled={!form.changed} onCancel={onClose} />
      </Stack>
      <ConflictDialog
        mine={{ ...rightsIn(form.values), ...detailsIn(form.values) }}
        show={shown}
        {...dialog}
      />
    </form>
  );
}

/** Formats both sides of a conflict: everything that the form has, never the value of the key. */
function shown(value: unknown): string {
  const { read, write, access_all_engines, engines, description, expires_at, rate_limit } =
    value as Partial<Key>;
  const members = { read, write, access_all_engines, engines, description, expires_at, rate_limit };
  // The server leaves out what is not set.
  return JSON.stringify(members, (_, member) => member ?? undefined, 2);
}
