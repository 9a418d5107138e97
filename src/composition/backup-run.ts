import { backupName, interrupted, namePrefix, supernumerary } from '../backup/backup-name.ts';
import { type BackupTarget, type S3Settings, targetText } from '../backup/backup-target.ts';
import type { BackupDestination } from '../backup/destinations/destination.ts';
import { folderDestination } from '../backup/destinations/folder-destination.ts';
import type { MadeBackup } from '../backup/scheduled-backups.ts';
import { verifyBackup } from '../backup/verification.ts';
import type { Config } from '../config.ts';
import type { TaskContext } from '../threads/serve.ts';
import { lowerPriority } from '../threads/thread-priority.ts';
import { type OpenedBackup, openBackup } from './backed-up-data.ts';

/** The nice value of the thread, as for builders of segments. */
const BACKGROUND = 10;

/** What the thread of scheduled backups is told. */
export interface BackupRun {
  readonly config: Config;
  readonly target: BackupTarget;
  /** For a target of that kind. */
  readonly s3: S3Settings | undefined;
}

/** Makes a scheduled backup, reads it back, and removes the backups of this data that are too many. */
export async function runBackup(run: BackupRun, { signal }: TaskContext): Promise<MadeBackup> {
  lowerPriority(BACKGROUND);
  const destination = await openDestination(run, signal);
  const backup = await openBackup(run.config, { withEvents: true, signal });
  try {
    return await made(backup, destination, run.config.backup.keep);
  } finally {
    await backup.close();
  }
}

async function openDestination({ target, s3 }: BackupRun, signal: AbortSignal): Promise<BackupDestination> {
  if (target.kind === 'folder') return folderDestination(target.folder);
  if (s3 === undefined) throw new Error(`${targetText(target)} needs settings`);
  // Loaded on demand: most installations write to a folder.
  const { s3Destination } = await import('../backup/destinations/s3-destination.ts');
  return s3Destination(s3, target, signal);
}

async function made(backup: OpenedBackup, destination: BackupDestination, keep: number): Promise<MadeBackup> {
  const { identity, createdAt, vault } = backup;
  const prefix = namePrefix(identity);
  const name = backupName(identity, createdAt);
  for (const old of interrupted(await destination.names(prefix), identity)) await destination.remove(old);
  await destination.write(name, backup.chunks());
  // The snapshot is not needed any longer, and the store keeps what others delete until it is closed.
  await backup.close();
  try {
    await verifyBackup(destination.input(name), async () => vault);
  } catch (error) {
    await destination.remove(name).catch(() => {});
    throw error;
  }
  const removed = supernumerary(await destination.names(prefix), identity, keep);
  for (const old of removed) await destination.remove(old);
  const { bytes, documents, damaged } = backup.contents;
  return { name, bytes, documents, damaged, removed };
}
