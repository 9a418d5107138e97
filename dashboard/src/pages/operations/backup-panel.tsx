import { Alert, Text } from '@mantine/core';
import type { ReactNode } from 'react';
import type { BackupScheduleFacts } from '../../api/types.ts';
import { Facts } from '../../parts/facts.tsx';
import { bytes, counted, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';

export const BackupPanel = ({ schedule }: { readonly schedule: BackupScheduleFacts | null }) => (
  <Panel title="Backups">{schedule === null ? <NoSchedule /> : <Schedule schedule={schedule} />}</Panel>
);

const NoSchedule = () => (
  <Text size="sm">
    There are no automatic backups. Set <code>FINDLING_BACKUP_TO</code> to a folder or to S3-compatible
    storage, or run <code>findling backup FILE</code> while the service runs. A restore needs the instance
    secret (the file <code>secret</code> or <code>FINDLING_SECRET</code>), unless the backup was made with a
    passphrase.
  </Text>
);

function Schedule({ schedule }: { readonly schedule: BackupScheduleFacts }) {
  const { last_success: success, last_failure: failure, running_since: running } = schedule;
  const facts: Record<string, ReactNode> = {
    Destination: <code>{schedule.to}</code>,
    Schedule: `${capitalised(schedule.every)}; the last ${number(schedule.keep)} are kept`,
    'Last backup':
      success === null ? (
        'None yet'
      ) : (
        <>
          <RelativeTime at={success.at} />: <code>{success.name}</code>, {bytes(success.bytes)},{' '}
          {counted(success.documents, 'document')}
        </>
      ),
    'Next backup':
      running === null ? (
        <RelativeTime at={schedule.next_at} mayBeAhead />
      ) : (
        <>
          Running, started <RelativeTime at={running} />
        </>
      ),
  };
  return (
    <>
      {failure !== null && (
        <Alert
          color="red"
          title={failure.times === 1 ? 'The last backup failed' : 'The last backups failed'}
          mb="md"
        >
          <RelativeTime at={failure.at} />: {failure.message}
        </Alert>
      )}
      <Facts facts={facts} />
    </>
  );
}

const capitalised = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
