import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { download } from '../documents/download.ts';
import { fileOf } from './judgement-file.ts';
import { readJudgements } from './judgements-query.ts';

/** Downloads all judgements in the format of the API. */
export function ExportJudgements() {
  const account = useAccount();
  const engine = useEngineName();
  const save = useMutation({
    mutationFn: async () =>
      download(
        `${engine}-judgements.json`,
        'application/json',
        fileOf(await readJudgements(account.id, engine)),
      ),
    onError: notify.failed,
  });
  return (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={save.isPending}
      onClick={() => save.mutate()}
    >
      Export
    </Button>
  );
}
