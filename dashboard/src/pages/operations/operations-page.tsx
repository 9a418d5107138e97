import { Button, SimpleGrid, Switch, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { OperationsReport } from '../../api/types.ts';
import { Page } from '../../frame/page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { exactTime } from '../../parts/time.ts';
import { BackupPanel } from './backup-panel.tsx';
import { DiskPanel } from './disk-panel.tsx';
import { ErrorPanel } from './error-panel.tsx';
import { InstancePanel } from './instance-panel.tsx';
import { JobPanel } from './job-panel.tsx';
import { MemoryPanel } from './memory-panel.tsx';
import { OPERATIONS_PATH, operationsQuery } from './operations-query.ts';
import { ThreadPanel } from './thread-panel.tsx';

/** Milliseconds between two refreshes. */
const REFRESH_EVERY = 3000;

export function OperationsPage() {
  const [refresh, setRefresh] = useAddressState('refresh');
  const isLive = refresh === 'on';
  const { data, error, isFetching, refetch } = useQuery({
    ...operationsQuery,
    refetchInterval: isLive ? REFRESH_EVERY : false,
  });
  return (
    <Page
      title="Operations"
      shows={{ path: OPERATIONS_PATH }}
      intro="The state of this instance, for all accounts together."
      actions={
        <>
          <Switch
            label="Refresh automatically"
            checked={isLive}
            onChange={(event) => setRefresh(event.currentTarget.checked ? 'on' : '')}
          />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} />}
            loading={isFetching && !isLive}
            onClick={() => void refetch()}
          >
            Refresh
          </Button>
        </>
      }
    >
      <ErrorBox error={error} />
      {data === undefined && error === null && <PageSkeleton />}
      {data !== undefined && <Report report={data} />}
    </Page>
  );
}

const Report = ({ report }: { readonly report: OperationsReport }) => (
  <>
    <Text size="sm" c="dimmed">
      As of <time dateTime={report.at}>{exactTime(report.at)}</time>
    </Text>
    <SimpleGrid cols={{ base: 1, md: 2 }} spacing="lg">
      <InstancePanel report={report} />
      <DiskPanel disk={report.disk} />
    </SimpleGrid>
    <MemoryPanel memory={report.memory} />
    <JobPanel jobs={report.jobs} here={report.nodes?.id ?? null} />
    <ErrorPanel errors={report.recent_errors} />
    <ThreadPanel threads={report.threads} />
    <BackupPanel schedule={report.backup} />
  </>
);
