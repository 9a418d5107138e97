import { List, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isConflict } from '../../api/errors.ts';
import { engineKey } from '../../api/queries.ts';
import type { OriginalDocument } from '../../api/types.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import type { Schema } from './browsing.ts';
import { deleteDocuments, type Lasting, lastingDeletions } from './deletion.ts';
import { originalsOf } from './original.ts';

/** Deletes documents; `dialog` asks for confirmation if they could not be restored exactly. */
export function useDeletion(schema: Schema, onDone: () => void) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const [doubtful, setDoubtful] = useState<readonly OriginalDocument[] | null>(null);

  const done = (): void => {
    onDone();
    void client.invalidateQueries({ queryKey: engineKey(account.id, engine) });
  };
  const deleteNow = (documents: readonly OriginalDocument[]): Promise<void> =>
    deleteDocuments({ account: account.id, engine, documents });
  const ask = useMutation({
    // `seen` is the displayed version of a single document.
    mutationFn: async ({ ids, seen }: { readonly ids: readonly string[]; readonly seen?: string }) => {
      const found = (await originalsOf(account.id, engine, ids)).filter((document) => document !== null);
      if (found.length === 0) return done();
      const documents =
        seen === undefined ? found : found.map((document) => ({ ...document, version: seen }));
      if (lastingDeletions(found, schema).length > 0) return setDoubtful(documents);
      await deleteNow(documents);
      done();
    },
    onError: (error) => {
      if (isConflict(error)) {
        notify.failed(
          new Error('Someone changed this document in the meantime. Review it before you delete it.'),
        );
        void client.invalidateQueries({ queryKey: engineKey(account.id, engine) });
      } else notify.failed(error);
    },
  });

  const lasting = lastingDeletions(doubtful ?? [], schema);
  const dialog: ReactNode = (
    <Confirm
      opened={doubtful !== null}
      title="Delete permanently?"
      button="Delete"
      danger
      confirm={async () => {
        await deleteNow(doubtful ?? []);
      }}
      onDone={done}
      onClose={() => setDoubtful(null)}
    >
      <Question lasting={lasting} />
    </Confirm>
  );
  return { ask: ask.mutate, busy: ask.isPending, dialog };
}

const Question = ({ lasting }: { readonly lasting: readonly Lasting[] }) => (
  <>
    <Text size="sm">
      {counted(lasting.length, 'document')} cannot be restored once deleted: the original values no longer fit
      the types of the fields.
    </Text>
    <List size="sm" mt="xs">
      {lasting.slice(0, 5).map(({ id, reasons }) => (
        <List.Item key={id}>
          {id}: {reasons.join('; ')}
        </List.Item>
      ))}
    </List>
  </>
);
