import { isObject } from '../json/object.ts';

// The format of backups: docs/backup-format.md describes every byte.

/** The beginning of every backup. */
export const MAGIC = Buffer.from('FINDLBAK', 'latin1');
/** The format that this version writes, and the only one that it reads. */
export const FORMAT = 1;
/** Bytes before the first frame: magic, format, CRC-32. */
export const PREAMBLE_BYTES = 16;

/** The kinds of frames, as four letters at their beginning. */
export const KINDS = { header: 'HEAD', rows: 'ROWS', end: 'TAIL' } as const;
/** Bytes before the content of a frame: kind, stored length, length, CRC-32. */
export const FRAME_HEAD_BYTES = 16;
/** Bytes after the content of a frame: SHA-256. */
export const DIGEST_BYTES = 32;
/** The most bytes of a frame's content, as JSON and compressed. A reader takes no more memory, whatever the file says. */
export const MOST_CONTENT = 32 * 2 ** 20;
export const MOST_STORED = MOST_CONTENT + 2 ** 16;

/** A row of a table: texts, integers and nulls. */
export type BackupValue = string | number | null;

/** Rows of one table, named `store.documents` or `events.searches`. */
export interface TableRows {
  readonly table: string;
  readonly columns: readonly string[];
  readonly rows: ReadonlyArray<readonly BackupValue[]>;
}

/** The instance secret, encrypted with a passphrase; base64url. */
export interface SealedSecret {
  readonly salt: string;
  /** Nonce, ciphertext and tag. */
  readonly sealed: string;
}

/** What a backup says of itself, in its first frame. */
export interface BackupHeader {
  /** The version of the Findling that wrote it. */
  readonly findling: string;
  /** A moment in ISO 8601. */
  readonly created_at: string;
  /** The versions of the tables, as in `instance` and `facts`. Null if the backup has no events. */
  readonly data_version: number;
  readonly event_version: number | null;
  /** The identity of the data. */
  readonly identity: string;
  /** Shows whether a secret is the one of the data. */
  readonly secret_check: string;
  /** Null unless the backup was made with a passphrase. */
  readonly sealed_secret: SealedSecret | null;
}

/** What the last frame says. */
export interface BackupEnd {
  /** The number of rows of each table; tables without rows are left out. */
  readonly rows: Readonly<Record<string, number>>;
  /** HMAC-SHA-256 of the digest before this frame, with a key of the instance secret; base64url. */
  readonly signature: string;
}

const isText = (value: unknown): value is string => typeof value === 'string';
const isVersion = (value: unknown): value is number => Number.isSafeInteger(value) && (value as number) > 0;

const isSealedSecret = (value: unknown): value is SealedSecret =>
  isObject(value) && isText(value.salt) && isText(value.sealed);

export const isHeader = (value: unknown): value is BackupHeader =>
  isObject(value) &&
  isText(value.findling) &&
  isText(value.created_at) &&
  Number.isFinite(Date.parse(value.created_at)) &&
  isVersion(value.data_version) &&
  (value.event_version === null || isVersion(value.event_version)) &&
  isText(value.identity) &&
  isText(value.secret_check) &&
  (value.sealed_secret === null || isSealedSecret(value.sealed_secret));

const TABLE = /^(store|events)\.[a-z_]{1,60}$/;
const COLUMN = /^[a-z_]{1,60}$/;

const isValue = (value: unknown): value is BackupValue =>
  value === null || isText(value) || Number.isSafeInteger(value);

export const isTableRows = (value: unknown): value is TableRows =>
  isObject(value) &&
  isText(value.table) &&
  TABLE.test(value.table) &&
  Array.isArray(value.columns) &&
  value.columns.length > 0 &&
  value.columns.every((name) => isText(name) && COLUMN.test(name)) &&
  Array.isArray(value.rows) &&
  isRowList(value.rows, value.columns.length);

const isRowList = (rows: readonly unknown[], length: number): boolean =>
  rows.every((row) => Array.isArray(row) && row.length === length && row.every(isValue));

export const isEnd = (value: unknown): value is BackupEnd =>
  isObject(value) &&
  isText(value.signature) &&
  isObject(value.rows) &&
  Object.values(value.rows).every((count) => Number.isSafeInteger(count));
