import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { type S3Settings, targetText } from '../backup/backup-target.ts';
import { type MadeBackup, ScheduledBackups } from '../backup/scheduled-backups.ts';
import { type Config, ConfigError } from '../config.ts';
import type { Store, StoreThread } from '../store/port.ts';
import { Thread } from '../threads/thread.ts';
import type { BackupRun } from './backup-run.ts';

/** The program of the thread; the build changes the name to that of the compiled file. */
const PROGRAM = new URL('./backup-worker.ts', import.meta.url);

/** Milliseconds after which an idle thread ends. */
const IDLE_TIMEOUT = 10_000;
/** How long a cancelled backup may take to remove what it has written, in milliseconds. */
const GRACE = 3_000;

/** The scheduled backups of a service with their thread. */
export interface BackupService {
  readonly backups: ScheduledBackups;
  readonly thread: StoreThread;
  close(): Promise<void>;
}

/** The scheduled backups that the settings ask for; undefined if they ask for none. Refuses incomplete settings. */
export function planBackups(config: Config): BackupRun | undefined {
  const { to: target, s3 } = config.backup;
  if (target === undefined) return undefined;
  return { config, target, s3: target.kind === 's3' ? s3Settings(s3) : undefined };
}

/** Begins nothing before `backups.watch`. */
export function openBackupService(run: BackupRun, store: Store, log: Logger): BackupService {
  const { every: schedule, keep } = run.config.backup;
  const thread = new Thread({ program: PROGRAM, name: 'backup', idleTimeout: IDLE_TIMEOUT });
  const backups = new ScheduledBackups({
    ...{ store, log, schedule, keep },
    to: targetText(run.target),
    make: (signal) => thread.call<MadeBackup>('backup', run, { signal }),
  });
  return {
    backups,
    thread,
    async close() {
      await backups.close();
      for (const end = performance.now() + GRACE; thread.pending > 0 && performance.now() < end; ) {
        await sleep(20);
      }
      await thread.close();
    },
  };
}

function s3Settings({ endpoint, region, accessKey, secretKey }: Config['backup']['s3']): S3Settings {
  if (accessKey === undefined || secretKey === undefined) {
    throw new ConfigError(
      'FINDLING_BACKUP_TO names S3 storage: set FINDLING_BACKUP_S3_ACCESS_KEY and FINDLING_BACKUP_S3_SECRET_KEY too.',
    );
  }
  return { endpoint: endpoint ?? `https://s3.${region}.amazonaws.com`, region, accessKey, secretKey };
}
