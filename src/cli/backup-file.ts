import { fileInput, streamInput } from '../backup/backup-input.ts';
import type { BackupInput } from '../backup/backup-reader.ts';
import type { BackupHeader } from '../backup/format.ts';
import { type VerifiedBackup, verifyBackup } from '../backup/verification.ts';
import { secretForVerification } from '../composition/backup-secret.ts';
import { type Invocation, print } from './command.ts';
import { counted, megabytes, Progress } from './progress.ts';

/** The backup in a file, or on standard input if its name is `-`. */
export function backupInput(file: string, read: (bytes: number) => void = () => {}): BackupInput {
  const input = file === '-' ? streamInput('The backup on standard input', process.stdin) : fileInput(file);
  return { name: input.name, chunks: () => watched(input.chunks(), read) };
}

async function* watched(
  chunks: AsyncIterable<Uint8Array>,
  read: (bytes: number) => void,
): AsyncGenerator<Uint8Array> {
  for await (const chunk of chunks) {
    read(chunk.length);
    yield chunk;
  }
}

/** Checks every byte of a backup without restoring it. */
export async function verifyBackupFile(invocation: Invocation, file: string): Promise<number> {
  const { config } = invocation;
  const progress = new Progress();
  try {
    const vaultOf = async (header: BackupHeader) => (await secretForVerification(config, header))?.vault;
    const verified = await verifyBackup(backupInput(file), vaultOf, (documents) =>
      progress.update(documents, undefined),
    );
    progress.end();
    print(invocation, factsOf(file, verified), inWords(file, verified));
    return 0;
  } finally {
    progress.end();
  }
}

const factsOf = (file: string, { header, rows, bytes, isSigned }: VerifiedBackup) => ({
  ok: true,
  file,
  findling: header.findling,
  created_at: header.created_at,
  data_version: header.data_version,
  documents: rows['store.documents'] ?? 0,
  bytes,
  has_events: header.event_version !== null,
  has_secret: header.sealed_secret !== null,
  signature: isSigned ? 'correct' : 'unchecked',
});

function inWords(file: string, verified: VerifiedBackup): string {
  const { header, rows, bytes, isSigned } = verified;
  const name = file === '-' ? 'The backup' : file;
  const signature = isSigned
    ? 'The signature is correct: nobody has altered it.'
    : 'The signature was not checked, because the instance secret of its data is not here.';
  const secret =
    header.sealed_secret === null
      ? 'A restore needs the instance secret.'
      : 'It has the instance secret, encrypted with a passphrase.';
  return [
    `${name} is complete and all checksums are correct: ${counted(rows['store.documents'] ?? 0)}, ${megabytes(bytes)}, made ${header.created_at} by Findling ${header.findling}${header.event_version === null ? ', without events' : ''}.`,
    signature,
    secret,
  ].join('\n');
}
