import { existsSync } from 'node:fs';
import { writeDurably } from '../backup/durable-file.ts';
import { fileError } from '../backup/file-error.ts';
import { type OpenedBackup, openBackup } from '../composition/backed-up-data.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { type Command, type Invocation, UsageError } from './command.ts';
import { onInterrupt } from './interruption.ts';
import { counted, megabytes, Progress } from './progress.ts';

const USAGE = 'Usage: `findling backup FILE` or `findling backup -`.';

/** Writes a backup of all data to a file or to standard output. */
export const backupCommand: Command = {
  options: { force: { type: 'boolean' }, 'without-events': { type: 'boolean' } },
  async run(invocation) {
    const { config, positionals, values } = invocation;
    const [file, ...rest] = positionals;
    if (file === undefined || file === '' || rest.length > 0) throw new UsageError(USAGE);
    if (file === '-' && process.stdout.isTTY) {
      throw new UsageError('A backup is not a text: redirect standard output, or name a file.');
    }
    refuseExisting(file, values.force === true);
    const progress = new Progress();
    const stop = new AbortController();
    const stopListening = onInterrupt(() =>
      stop.abort(new DataError('The backup was interrupted: it is not complete.')),
    );
    try {
      const backup = await openBackup(config, {
        withEvents: values['without-events'] !== true,
        progress: (documents, share) => progress.update(documents, share),
        signal: stop.signal,
      });
      try {
        await (file === '-' ? toStandardOutput(backup.chunks()) : writeDurably(file, backup.chunks()));
      } finally {
        await backup.close();
      }
      progress.end();
      report(invocation, file, backup, progress.seconds);
      return 0;
    } finally {
      progress.end();
      stopListening();
    }
  },
};

function refuseExisting(file: string, isForced: boolean): void {
  if (file === '-' || isForced || !existsSync(file)) return;
  throw new DataError(`${file} exists already. Name another file, or replace it with --force.`);
}

/** No faster than the reader reads. */
async function toStandardOutput(chunks: AsyncIterable<Uint8Array>): Promise<void> {
  const { stdout } = process;
  // The callback of the write reports it.
  stdout.on('error', () => {});
  for await (const chunk of chunks) {
    await new Promise<void>((resolve, reject) => {
      stdout.write(chunk, (error) => (error == null ? resolve() : reject(error)));
    }).catch((error) => {
      throw fileError('standard output', error, 'written');
    });
  }
}

/** On standard error if the backup itself is on standard output. */
function report({ config, values }: Invocation, file: string, backup: OpenedBackup, time: number): void {
  const { documents, damaged, bytes } = backup.contents;
  const hasSecret = config.backup.passphrase !== undefined;
  const seconds = Number(time.toFixed(1));
  const facts = { file, documents, damaged, bytes, seconds, has_secret: hasSecret };
  const lines = [
    `Backed up ${counted(documents)} and everything else to ${file === '-' ? 'standard output' : file} in ${seconds.toFixed(1)} s (${megabytes(bytes)}).`,
    hasSecret
      ? 'It has the instance secret, encrypted with the passphrase.'
      : 'It does not have the instance secret, which a restore needs: keep a copy of the secret elsewhere.',
    ...(damaged > 0
      ? [`${counted(damaged)} in the store are damaged, and so in the backup: run \`findling verify\`.`]
      : []),
  ];
  const text = values.json === true ? JSON.stringify(facts, null, 2) : lines.join('\n');
  (file === '-' ? process.stderr : process.stdout).write(`${text}\n`);
}
