import { parseBackupTarget } from './backup/backup-target.ts';
import { parseBackupSchedule } from './backup/schedule.ts';
import { limits } from './limits.ts';
import { isPasswordLength, parseUrl } from './setting-values.ts';

/** Backups that are kept. */
const parseBackupCount = (text: string): number | undefined =>
  /^[1-9]\d{0,4}$/.test(text) && Number(text) <= 10_000 ? Number(text) : undefined;

/** A region of S3-compatible storage. */
const parseRegion = (text: string): string | undefined => (/^[a-z0-9-]{1,40}$/.test(text) ? text : undefined);

/** An access key or a secret key of S3-compatible storage. */
const parseStorageKey = (text: string): string | undefined =>
  /^[\x21-\x7e]{1,256}$/.test(text) ? text : undefined;

/** The settings of backups, which are part of the table in setting-table.ts. */
export const BACKUP_SETTINGS = {
  backupTo: {
    env: 'FINDLING_BACKUP_TO',
    flag: 'backup-to',
    meaning:
      'The place for scheduled backups: a folder, which is created if it does not exist, or S3-compatible storage. Without it there are none.',
    allowed: 'the path of a folder, or s3://bucket or s3://bucket/prefix',
    parse: parseBackupTarget,
  },
  backupEvery: {
    env: 'FINDLING_BACKUP_EVERY',
    flag: 'backup-every',
    default: '24h',
    meaning: 'How often scheduled backups are made, or at what time of day in UTC.',
    allowed: 'a number of hours or minutes such as 6h or 30m, at most 744h, or a time such as 03:30',
    parse: parseBackupSchedule,
  },
  backupKeep: {
    env: 'FINDLING_BACKUP_KEEP',
    flag: 'backup-keep',
    default: '7',
    meaning:
      'The number of scheduled backups that are kept; older ones are removed after a new one was verified.',
    allowed: 'a whole number from 1 to 10000',
    parse: parseBackupCount,
  },
  backupPassphrase: {
    env: 'FINDLING_BACKUP_PASSPHRASE',
    meaning:
      'A passphrase that encrypts the instance secret in backups, so that they can be restored without it. Without a passphrase they do not have the secret.',
    secret: true,
    allowed: `${limits.passwordLength.least} to ${limits.passwordLength.most} characters long`,
    parse: (text: string) => (isPasswordLength(text) ? text : undefined),
  },
  backupS3Endpoint: {
    env: 'FINDLING_BACKUP_S3_ENDPOINT',
    flag: 'backup-s3-endpoint',
    meaning: 'The address of the S3-compatible storage; without it that of Amazon S3 in the region.',
    allowed: 'an address such as https://storage.example.com',
    parse: parseUrl,
  },
  backupS3Region: {
    env: 'FINDLING_BACKUP_S3_REGION',
    flag: 'backup-s3-region',
    default: 'us-east-1',
    meaning: 'The region of the S3-compatible storage.',
    allowed: 'a name such as eu-central-1',
    parse: parseRegion,
  },
  backupS3AccessKey: {
    env: 'FINDLING_BACKUP_S3_ACCESS_KEY',
    meaning: 'The access key of the S3-compatible storage.',
    secret: true,
    allowed: 'up to 256 characters without blanks',
    parse: parseStorageKey,
  },
  backupS3SecretKey: {
    env: 'FINDLING_BACKUP_S3_SECRET_KEY',
    meaning: 'The secret key of the S3-compatible storage.',
    secret: true,
    allowed: 'up to 256 characters without blanks',
    parse: parseStorageKey,
  },
} as const;
