import { Button, Text } from '@mantine/core';
import { IconChecks, IconDownload } from '@tabler/icons-react';
import { useMutation, useSuspenseQuery } from '@tanstack/react-query';
import { engineKey } from '../../api/queries.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { notify } from '../../parts/notify.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { downloadReport } from './failure-download.ts';
import { FailureGroupPanel } from './failure-group-panel.tsx';
import { readGroups } from './failure-groups.ts';
import { failuresPath } from './schema-queries.ts';

/** The conversion errors of a schema change, by field. */
export function FailuresPage() {
  const account = useAccount();
  const engine = useEngineName();
  const [job] = useAddressState('job');
  const path = failuresPath(account.id, engine, job);
  const { data } = useSuspenseQuery({
    queryKey: engineKey(account.id, engine, 'failures', job),
    queryFn: ({ signal }) => readGroups(path, signal),
    refetchOnWindowFocus: false,
  });
  const download = useMutation({
    mutationFn: (format: 'ndjson' | 'csv') =>
      downloadReport(path, `${engine}-failures${job === '' ? '' : `-${job}`}`, format),
    onError: notify.failed,
  });
  const button = (format: 'ndjson' | 'csv', label: string) => (
    <Button
      variant="default"
      leftSection={<IconDownload size={16} stroke={1.6} />}
      loading={download.isPending && download.variables === format}
      onClick={() => download.mutate(format)}
    >
      {label}
    </Button>
  );
  const isEmpty = data.groups.length === 0;
  return (
    <EnginePage
      title="Conversion errors"
      intro="These values do not fit the new type of their field and are returned as null. The original values are kept and reappear if the field becomes text again."
      shows={{ path }}
      actions={
        !isEmpty && (
          <>
            {button('ndjson', 'NDJSON')}
            {button('csv', 'CSV')}
          </>
        )
      }
    >
      {isEmpty && (
        <EmptyState icon={IconChecks} title="No errors">
          Every value fits the type of its field.
        </EmptyState>
      )}
      {data.groups.map((group) => (
        <FailureGroupPanel key={group.field} group={group} />
      ))}
      {!data.isComplete && (
        <Text size="sm" c="dimmed">
          There are more; the download has them all.
        </Text>
      )}
    </EnginePage>
  );
}
