import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { isConflict } from '../../api/errors.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { queryLabel } from '../curations/curations-query.ts';
import { judgementsOfQuery, judgementsPath, refreshJudgements } from './judgements-query.ts';

interface Props {
  /** The query whose judgements are deleted; null closes the dialog. */
  readonly query: string | null;
  /** The version that the page shows, if it shows all of them. */
  readonly version?: string | null;
  readonly onDone?: () => void;
  readonly onClose: () => void;
}

export function DeleteJudgedQuery({ query, version = null, onDone, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const confirm = async (): Promise<void> => {
    if (query === null) return;
    try {
      await call('DELETE', judgementsPath(account.id, engine), { body: { query }, ifMatch: version });
    } catch (error) {
      // Shows what has changed; the person decides again.
      const { queryKey } = judgementsOfQuery(account.id, engine, query);
      if (isConflict(error)) void client.invalidateQueries({ queryKey });
      throw error;
    }
  };
  return (
    <Confirm
      opened={query !== null}
      title="Delete the judgements of this query?"
      button="Delete"
      danger
      confirm={confirm}
      onDone={() => {
        notify.done('Judgements deleted.');
        void refreshJudgements(client, account.id, engine);
        onDone?.();
      }}
      onClose={onClose}
    >
      Evaluations no longer measure this query: <bdi>{queryLabel(query ?? '')}</bdi>
    </Confirm>
  );
}
