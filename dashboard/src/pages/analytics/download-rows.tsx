import { Button } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import { useMutation } from '@tanstack/react-query';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import type { RowsWanted } from './analytics-queries.ts';
import { downloadRows } from './csv-download.ts';

/** Downloads a whole list. */
export function DownloadRows(wanted: Omit<RowsWanted, 'page' | 'size'>) {
  const account = useAccount();
  const engine = useEngineName();
  const download = useMutation({
    mutationFn: () => downloadRows(account.id, engine, wanted),
    onError: notify.failed,
  });
  return (
    <Button
      size="sm"
      variant="default"
      aria-label={`Download ${wanted.report.title.toLowerCase()} as CSV`}
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={download.isPending}
      onClick={() => download.mutate()}
    >
      CSV
    </Button>
  );
}
