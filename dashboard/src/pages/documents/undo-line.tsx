import { Alert, Button, CloseButton, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { messagesOf } from '../../api/errors.ts';
import { useObservable } from '../../api/observable.ts';
import { engineKey } from '../../api/queries.ts';
import { cutText } from '../../parts/cut-text.ts';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { type Deletion, lastDeletion, undoDeletion } from './deletion.ts';

/** The deletion that has already received the focus; one from before a reload does not need it. */
let announced: Deletion | null = lastDeletion.get();

/** The last deletion with an undo button, until dismissed. */
export function UndoLine() {
  const account = useAccount();
  const engine = useEngineName();
  const deletion = useObservable(lastDeletion);
  if (deletion === null || deletion.account !== account.id || deletion.engine !== engine) return null;
  return <Offer deletion={deletion} />;
}

function Offer({ deletion }: { readonly deletion: Deletion }) {
  const { account, engine } = deletion;
  const client = useQueryClient();
  const button = useRef<HTMLButtonElement>(null);
  const undo = useMutation({
    mutationFn: () => undoDeletion(deletion),
    onSuccess: ({ restored, taken, refused, left, error }) => {
      lastDeletion.set(left.length === 0 ? null : { ...deletion, documents: left });
      if (restored > 0) notify.done(`${counted(restored, 'document')} restored.`);
      if (taken.length > 0)
        notify.failed(new Error(`Not restored, because new documents have these ids: ${listed(taken)}`));
      for (const message of [...refused, ...messagesOf(error)]) notify.failed(new Error(message));
      void client.invalidateQueries({ queryKey: engineKey(account, engine) });
    },
  });
  // The focused row no longer exists.
  useEffect(() => {
    if (announced === deletion) return;
    announced = deletion;
    button.current?.focus({ preventScroll: true });
  }, [deletion]);
  return (
    <Alert variant="light" color="gray" role="status" icon={<IconTrash size={18} stroke={1.6} />} py="xs">
      <Group justify="space-between" gap="sm" wrap="nowrap">
        <Text size="sm" lineClamp={2}>
          {sentenceOf(deletion)}
        </Text>
        <Group gap={4} wrap="nowrap">
          <Button
            ref={button}
            variant="light"
            size="compact-sm"
            loading={undo.isPending}
            onClick={() => undo.mutate()}
          >
            Undo
          </Button>
          <CloseButton size="sm" aria-label="Dismiss" onClick={() => lastDeletion.set(null)} />
        </Group>
      </Group>
    </Alert>
  );
}

/** Ids in a message. */
const SHOWN = 5;

const listed = (ids: readonly string[]): string =>
  ids
    .slice(0, SHOWN)
    .map((id) => cutText(id))
    .join(', ') + (ids.length > SHOWN ? ` and ${counted(ids.length - SHOWN, 'other')}` : '');

function sentenceOf({ documents, isCertain }: Deletion): string {
  const [only] = documents;
  const one = documents.length === 1;
  const what = one ? cutText(only?.document.id ?? '') : counted(documents.length, 'document');
  if (!isCertain) return `The connection was lost. ${what} may or may not have been deleted.`;
  return `${what} deleted.`;
}
