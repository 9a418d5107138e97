import { statSync } from 'node:fs';
import { restoreData } from '../composition/restored-data.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { backupInput } from './backup-file.ts';
import { type Command, print, UsageError } from './command.ts';
import { onInterrupt } from './interruption.ts';
import { counted, Progress } from './progress.ts';

/** Restores a backup into an empty data folder or database. */
export const restoreCommand: Command = {
  async run(invocation) {
    const { config, positionals } = invocation;
    const [file, ...rest] = positionals;
    if (file === undefined || file === '' || rest.length > 0) {
      throw new UsageError('Usage: `findling restore FILE` or `findling restore -`.');
    }
    // Files are readable by the service's own user only.
    process.umask(0o077);
    const isFile = file !== '-';
    // A file is read twice: the first time to verify it.
    const total = isFile ? 2 * (statSync(file, { throwIfNoEntry: false })?.size ?? 0) : 0;
    const progress = new Progress();
    let bytes = 0;
    let interruption: DataError | undefined;
    const input = backupInput(file, (more) => {
      if (interruption !== undefined) throw interruption;
      bytes += more;
    });
    const stopListening = onInterrupt(() => {
      interruption = new DataError('The restore was interrupted: nothing was restored.');
      // Nothing more may ever arrive there.
      if (!isFile) process.stdin.destroy(interruption);
    });
    try {
      const { header, documents, advice } = await restoreData(config, input, {
        isFile,
        progress: (done) => progress.update(done, total === 0 ? undefined : Math.min(1, bytes / total)),
      });
      progress.end();
      const seconds = Number(progress.seconds.toFixed(1));
      print(
        invocation,
        { file, documents, seconds, created_at: header.created_at, findling: header.findling },
        `Restored ${counted(documents)} and everything else from the backup of ${header.created_at} in ${seconds.toFixed(1)} s.\n${advice}`,
      );
      return 0;
    } finally {
      progress.end();
      stopListening();
    }
  },
};
