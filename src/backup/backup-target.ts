/** Where scheduled backups go. */
export type BackupTarget =
  | { readonly kind: 'folder'; readonly folder: string }
  /** The prefix is empty or ends without a slash. */
  | { readonly kind: 's3'; readonly bucket: string; readonly prefix: string };

/** How S3-compatible storage is reached. */
export interface S3Settings {
  /** The address of the service, without the bucket. */
  readonly endpoint: string;
  readonly region: string;
  readonly accessKey: string;
  readonly secretKey: string;
}

const BUCKET = /^[a-z0-9][a-z0-9.-]{1,61}[a-z0-9]$/;
/** Characters of keys that mean the same in every URL. */
const PREFIX = /^[\w.-]+(\/[\w.-]+)*$/;

/** A folder, or `s3://bucket/prefix`. */
export function parseBackupTarget(text: string): BackupTarget | undefined {
  if (!text.startsWith('s3://')) {
    return text.includes('\0') || /^[a-z][a-z0-9+.-]*:\/\//i.test(text)
      ? undefined
      : { kind: 'folder', folder: text };
  }
  const [bucket = '', ...rest] = text.slice('s3://'.length).replace(/\/+$/, '').split('/');
  const prefix = rest.join('/');
  return BUCKET.test(bucket) && (prefix === '' || PREFIX.test(prefix))
    ? { kind: 's3', bucket, prefix }
    : undefined;
}

export const targetText = (target: BackupTarget): string =>
  target.kind === 'folder'
    ? target.folder
    : `s3://${[target.bucket, target.prefix].filter(Boolean).join('/')}`;
