import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { notify } from '../../parts/notify.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { judgementsPath, refreshJudgements } from './judgements-query.ts';

interface Props {
  readonly opened: boolean;
  /** How many judgements the engine has. */
  readonly count: number;
  readonly onClose: () => void;
}

/** Deletes all judgements of the engine. */
export function DeleteJudgements({ opened, count, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  return (
    <ConfirmByName
      title="Delete all judgements?"
      name={opened ? engine : null}
      button="Delete all"
      confirm={() => call('DELETE', judgementsPath(account.id, engine), { body: { all: true } })}
      onDone={() => {
        notify.done('All judgements deleted.');
        void refreshJudgements(client, account.id, engine);
      }}
      onClose={onClose}
    >
      The engine has {counted(count, 'judgement')}. Export them first if you may need them again.
    </ConfirmByName>
  );
}
