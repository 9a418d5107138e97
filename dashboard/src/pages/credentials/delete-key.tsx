import { Alert, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call } from '../../api/client.ts';
import { isConflict, isGone } from '../../api/errors.ts';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount } from '../../session.ts';
import { type Key, kindInText, maySign } from './key.ts';
import { keyQuery, refreshKeys } from './keys-query.ts';

interface Props {
  /** The key to delete; null closes the dialog. */
  readonly name: string | null;
  readonly onClose: () => void;
}

/** Deletes the displayed version: if the key has changed, shows it again first. */
export function DeleteKey({ name, onClose }: Props) {
  const account = useAccount();
  const client = useQueryClient();
  const seen = useQuery({ ...keyQuery(account.id, name ?? ''), enabled: name !== null });
  const confirm = async (): Promise<void> => {
    try {
      await call('DELETE', routeOf.api(account.id, 'credentials', name ?? ''), {
        ifMatch: (seen.data ?? (await seen.refetch()).data)?.version,
      });
    } catch (error) {
      if (isConflict(error)) await seen.refetch();
      // Someone else has already deleted it.
      if (!isGone(error)) throw error;
    }
  };
  const done = (): void => {
    notify.done('Key deleted.');
    void refreshKeys(client, account.id);
  };
  return (
    <ConfirmByName
      title="Delete this key?"
      name={name}
      button="Delete key"
      confirm={confirm}
      onDone={done}
      onClose={onClose}
    >
      {seen.data !== undefined && <Consequences of={seen.data.data} />}
    </ConfirmByName>
  );
}

function Consequences({ of: key }: { readonly of: Key }) {
  return (
    <>
      <Text size="sm">
        Requests with this {kindInText(key.type)} will be rejected. Its value cannot be restored.
      </Text>
      {maySign(key) && (
        <Alert mt="sm" color="yellow" variant="light" icon={<IconAlertTriangle size={18} stroke={1.6} />}>
          All search keys signed with it stop working immediately.
        </Alert>
      )}
    </>
  );
}
