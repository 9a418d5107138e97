import { List, Text } from '@mantine/core';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { isConflict } from '../../api/errors.ts';
import { engineKey } from '../../api/queries.ts';
import type { OriginalDocument } from '../../api/types.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { cutText } from '../../parts/cut-text.ts';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import type { Schema } from './browsing.ts';
import { deleteDocuments, type Lasting, lastingDeletions } from './deletion.ts';
import { originalsOf } from './original.ts';

/** Most documents that are deleted without a question. */
const MOST_UNASKED = 5;

/** Deletes documents; `dialog` asks for confirmation if they are many, or could not be restored exactly. */
export function useDeletion(schema: Schema, onDone: () => void) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  // The documents stay after an answer, so that the question does not change while the dialog closes.
  const [asked, setAsked] = useState<readonly OriginalDocument[]>([]);
  const [opened, setOpened] = useState(false);

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
      if (found.length > MOST_UNASKED || lastingDeletions(found, schema).length > 0) {
        setAsked(documents);
        setOpened(true);
        return;
      }
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

  const lasting = lastingDeletions(asked, schema);
  const dialog: ReactNode = (
    <Confirm
      opened={opened}
      title={lasting.length > 0 ? 'Delete permanently?' : `Delete ${counted(asked.length, 'document')}?`}
      button="Delete"
      danger
      confirm={() => deleteNow(asked)}
      onDone={done}
      onClose={() => setOpened(false)}
    >
      {lasting.length > 0 ? (
        <Question lasting={lasting} />
      ) : (
        'You can undo this in this tab until you delete other documents or sign out.'
      )}
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
          {cutText(id)}: {reasons.join('; ')}
        </List.Item>
      ))}
    </List>
  </>
);
