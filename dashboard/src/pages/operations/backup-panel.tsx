import { Text } from '@mantine/core';
import type { OperationsReport } from '../../api/types.ts';
import { Panel } from '../../parts/panel.tsx';

interface Props {
  readonly source: OperationsReport['backup']['source'];
  /** The data folder, if there is one. */
  readonly folder: string | null;
}

export const BackupPanel = ({ source, folder }: Props) => (
  <Panel title="Backups">
    <Text size="sm">
      Findling does not make backups by itself.{' '}
      {source === 'database' ? (
        <>
          Back up the PostgreSQL database with its own tools, such as <code>pg_dump</code>, and keep the
          instance secret separately. The search index needs no backup.
        </>
      ) : (
        <>
          To make one, stop the service and copy the data folder
          {folder !== null && (
            <>
              {' '}
              <code>{folder}</code>
            </>
          )}
          . Do not copy it while the service runs. Without the instance secret (the file <code>secret</code>{' '}
          or <code>FINDLING_SECRET</code>) a backup cannot be used.
        </>
      )}
    </Text>
  </Panel>
);
