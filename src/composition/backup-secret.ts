import type { BackupHeader } from '../backup/format.ts';
import { openSecret } from '../backup/sealed-secret.ts';
import type { Config } from '../config.ts';
import { Vault } from '../credentials/vault.ts';
import { DataError } from '../store/migrations/migrations.ts';
import { SECRET_FILE } from './data-folder.ts';
import { knownSecret, otherSecret } from './secret.ts';

/** The secret of a backup. */
export interface BackupSecret {
  readonly value: string;
  readonly vault: Vault;
  /** Whether it comes from the backup itself, so that it has to be written to the data folder. */
  readonly isFromBackup: boolean;
}

/** The secret that a restored service needs; refuses a missing or another one. */
export async function secretForRestore(config: Config, header: BackupHeader): Promise<BackupSecret> {
  const known = knownSecret(config);
  if (known !== undefined) {
    const vault = new Vault(known);
    if (vault.checkValue !== header.secret_check) throw otherSecret(config, 'the backup');
    return { value: known, vault, isFromBackup: false };
  }
  if (header.sealed_secret === null) {
    throw new DataError(
      `The backup can only be restored with the instance secret of its data: set FINDLING_SECRET, or put the file \`${SECRET_FILE}\` into ${config.data}.`,
    );
  }
  const { passphrase } = config.backup;
  if (passphrase === undefined) {
    throw new DataError(
      'The backup has the instance secret, encrypted with a passphrase: set FINDLING_BACKUP_PASSPHRASE to it, or FINDLING_SECRET to the secret.',
    );
  }
  return fromBackup(header, passphrase);
}

/** The secret if it is at hand: to check the signature of a backup without restoring it. */
export async function secretForVerification(
  config: Config,
  header: BackupHeader,
): Promise<BackupSecret | undefined> {
  const known = knownSecret(config);
  if (known !== undefined) {
    const vault = new Vault(known);
    if (vault.checkValue === header.secret_check) return { value: known, vault, isFromBackup: false };
  }
  const { passphrase } = config.backup;
  if (header.sealed_secret === null || passphrase === undefined) return undefined;
  return fromBackup(header, passphrase);
}

async function fromBackup(header: BackupHeader, passphrase: string): Promise<BackupSecret> {
  const { sealed_secret: sealed, identity, secret_check: check } = header;
  const value = sealed === null ? undefined : await openSecret(sealed, passphrase, identity);
  const vault = value === undefined ? undefined : new Vault(value);
  if (value === undefined || vault === undefined || vault.checkValue !== check) {
    throw new DataError('FINDLING_BACKUP_PASSPHRASE is not the passphrase that the backup was made with.');
  }
  return { value, vault, isFromBackup: true };
}
