import type { Vault } from '../credentials/vault.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { type BackupInput, readBackup } from './backup-reader.ts';
import type { BackupHeader } from './format.ts';

/** A backup of which every byte was checked. */
export interface VerifiedBackup {
  readonly header: BackupHeader;
  readonly rows: Readonly<Record<string, number>>;
  readonly bytes: number;
  /** Whether the signature was checked: only who has the secret can do it. */
  readonly isSigned: boolean;
}

/**
 * Reads a whole backup and checks it; throws a sentence if something is wrong. `vaultOf` gives the vault of the backup's
 * secret, if it is known. `progress` is told the documents so far.
 */
export async function verifyBackup(
  input: BackupInput,
  vaultOf: (header: BackupHeader) => Promise<Vault | undefined>,
  progress: (documents: number) => void = () => {},
): Promise<VerifiedBackup> {
  let header: BackupHeader | undefined;
  let vault: Vault | undefined;
  let documents = 0;
  for await (const part of readBackup(input)) {
    if (part.kind === 'header') {
      header = part.header;
      vault = await vaultOf(header);
    } else if (part.kind === 'rows') {
      if (part.table === 'store.documents') documents += part.rows.length;
      progress(documents);
    } else if (header !== undefined) {
      if (vault !== undefined) checkSignature(input.name, vault, part);
      return { header, rows: part.rows, bytes: part.bytes, isSigned: vault !== undefined };
    }
  }
  throw new Error('a backup has a header and an end');
}

/** Refuses a backup that was altered by somebody who does not know the secret. */
export function checkSignature(
  name: string,
  vault: Vault,
  { digest, signature }: { readonly digest: Buffer; readonly signature: string },
): void {
  if (vault.isSigned(digest, signature)) return;
  throw new DataError(
    `${name} was altered: its signature is not that of the instance secret. Use another backup.`,
  );
}
