import { Text } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { routeOf } from '../../addresses.ts';
import { call, callVersioned } from '../../api/client.ts';
import { isConflict, isGone } from '../../api/errors.ts';
import { engineKey, enginesQuery } from '../../api/queries.ts';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount } from '../../session.ts';

interface Props {
  /** The engine to delete; null closes the dialog. */
  readonly engine: string | null;
  readonly onClose: () => void;
  readonly onDone?: () => void;
}

/** Deletes the displayed version: if the engine has changed, shows it again first. */
export function DeleteEngine({ engine, onClose, onDone }: Props) {
  const account = useAccount();
  const client = useQueryClient();
  const path = routeOf.api(account.id, 'engines', engine ?? '');
  const seen = useQuery({
    queryKey: engineKey(account.id, engine ?? '', 'before deletion'),
    queryFn: ({ signal }) =>
      callVersioned<{ document_count: number; type: string }>('GET', path, { signal, untracked: true }),
    enabled: engine !== null,
    staleTime: 0,
  });
  const confirm = async (): Promise<void> => {
    try {
      await call('DELETE', path, { ifMatch: seen.data?.version });
    } catch (error) {
      if (isConflict(error)) await seen.refetch();
      // Someone else has already deleted it.
      if (!isGone(error)) throw error;
    }
  };
  const done = (name: string): void => {
    client.removeQueries({ queryKey: engineKey(account.id, name) });
    void client.invalidateQueries({ queryKey: enginesQuery(account.id).queryKey });
    notify.done(`Engine ${name} deleted.`);
    onDone?.();
  };
  const documents =
    seen.data === undefined ? 'its documents' : counted(seen.data.data.document_count, 'document');
  return (
    <ConfirmByName
      title="Delete this engine?"
      name={engine}
      button="Delete engine"
      confirm={confirm}
      onDone={done}
      onClose={onClose}
    >
      <Text size="sm">
        {seen.data?.data.type === 'meta'
          ? 'The meta engine will be deleted permanently, and searches on it will fail. Its source engines and their documents are kept. This cannot be undone.'
          : `The engine, ${documents} and its schema will be deleted permanently, and searches on it will fail. This cannot be undone.`}
      </Text>
    </ConfirmByName>
  );
}
