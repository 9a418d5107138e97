import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { isGone } from '../../api/errors.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { type Curation, curationsPath, inOneLine, refreshCurations } from './curations-query.ts';

interface Props {
  /** The curation to delete; null closes the dialog. */
  readonly curation: Pick<Curation, 'id' | 'queries'> | null;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

export function DeleteCuration({ curation, onDone, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const confirm = async (): Promise<void> => {
    try {
      await call('DELETE', curationsPath(account.id, engine, curation?.id ?? ''));
    } catch (error) {
      // Someone else has already deleted it.
      if (!isGone(error)) throw error;
    }
  };
  return (
    <Confirm
      opened={curation !== null}
      title="Delete this curation?"
      button="Delete"
      danger
      confirm={confirm}
      onDone={() => {
        notify.done('Curation deleted.');
        void refreshCurations(client, account.id, engine);
        onDone?.();
      }}
      onClose={onClose}
    >
      These queries then show their organic results: <bdi>{inOneLine(curation?.queries ?? [])}</bdi>
    </Confirm>
  );
}
