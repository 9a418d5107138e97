import { Anchor, Progress, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { RunningJob, RunningJobs } from '../../api/types.ts';
import { counted, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';

const KINDS: Readonly<Record<RunningJob['kind'], string>> = {
  reindex: 'Reindex',
  rebuild: 'Index rebuild',
  import: 'NDJSON import',
  cleanup: 'Clean-up',
};

interface Props {
  readonly jobs: RunningJobs;
  /** The name of the node that answers; null if there is one only. */
  readonly here: string | null;
}

export const JobPanel = ({ jobs: { total, results }, here }: Props) => (
  <Panel title="Running jobs" flush={total > 0}>
    {total === 0 ? (
      <Text size="sm" c="dimmed">
        No jobs are running.
      </Text>
    ) : (
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Job</Table.Th>
            <Table.Th>Progress</Table.Th>
            <Table.Th visibleFrom="sm">Started</Table.Th>
            {here !== null && <Table.Th visibleFrom="md">Node</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {results.map((job) => (
            <Row key={job.id} job={job} here={here} />
          ))}
        </Table.Tbody>
        {total > results.length && <Table.Caption>{counted(total, 'job')} in total</Table.Caption>}
      </Table>
    )}
  </Panel>
);

const Row = ({ job, here }: { readonly job: RunningJob; readonly here: string | null }) => (
  <Table.Tr>
    <Table.Td>
      <Text size="sm">{KINDS[job.kind]}</Text>
      {job.engine === null ? (
        <Text size="xs" c="dimmed">
          {job.kind === 'cleanup' ? 'Data of deleted engines' : 'Deleted engine'}
        </Text>
      ) : (
        <Text size="xs">
          <Anchor component={Link} href={pageOf.engine(job.engine.host_identifier, job.engine.name)} inherit>
            {job.engine.name}
          </Anchor>{' '}
          <Text span inherit c="dimmed">
            in {job.engine.account}
          </Text>
        </Text>
      )}
    </Table.Td>
    <Table.Td>
      <JobProgress job={job} />
    </Table.Td>
    <Table.Td visibleFrom="sm">
      {job.started_at === null ? 'Unknown' : <RelativeTime at={job.started_at} />}
    </Table.Td>
    {here !== null && (
      <Table.Td visibleFrom="md">{job.node === here ? 'This node' : (job.node ?? 'Unknown')}</Table.Td>
    )}
  </Table.Tr>
);

function JobProgress({
  job: { kind, engine, documents_done: done, documents_total: total },
}: {
  job: RunningJob;
}) {
  if (done === null) return <Text size="sm">Running</Text>;
  if (total === null) return <Text size="sm">{counted(done, 'document')}</Text>;
  const percent = total === 0 ? 0 : Math.min(100, (100 * done) / total);
  return (
    <>
      <Text size="sm" className="numbers">
        {number(done)} of {counted(total, 'document')}
      </Text>
      <Progress.Root size="sm" mt={4}>
        <Progress.Section value={percent} aria-label={`${KINDS[kind]} of ${engine?.name ?? 'an engine'}`} />
      </Progress.Root>
    </>
  );
}
