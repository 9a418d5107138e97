import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { isGone } from '../../api/errors.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { inOneLine, refreshSynonyms, type SynonymSet, synonymsPath } from './synonyms-query.ts';

interface Props {
  /** The set to delete; null closes the dialog. */
  readonly set: SynonymSet | null;
  readonly onClose: () => void;
}

export function DeleteSynonyms({ set, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const confirm = async (): Promise<void> => {
    try {
      await call('DELETE', synonymsPath(account.id, engine, set?.id ?? ''));
    } catch (error) {
      // Someone else has already deleted it.
      if (!isGone(error)) throw error;
    }
  };
  return (
    <Confirm
      opened={set !== null}
      title="Delete this synonym set?"
      button="Delete"
      danger
      confirm={confirm}
      onDone={() => {
        notify.done('Synonym set deleted.');
        void refreshSynonyms(client, account.id, engine);
      }}
      onClose={onClose}
    >
      Searches for one of these terms no longer find the others: <bdi>{inOneLine(set?.synonyms ?? [])}</bdi>
    </Confirm>
  );
}
