import { PART_SUFFIX } from './durable-file.ts';

/**
 * Names of scheduled backups: `findling-3f2a9c01-20260131T033000Z.backup`, with the beginning of the data's identity, so
 * that several installations can use one folder, and the time in UTC, so that names sort by age.
 */
export const namePrefix = (identity: string): string => `findling-${identity.slice(0, 8)}-`;

export const backupName = (identity: string, createdAt: Date): string =>
  `${namePrefix(identity)}${createdAt.toISOString().replace(/[-:]|\.\d+/g, '')}.backup`;

const isOwn = (name: string, identity: string): boolean =>
  name.startsWith(namePrefix(identity)) &&
  /^\d{8}T\d{6}Z\.backup$/.test(name.slice(namePrefix(identity).length));

/** The backups of this data that are too many, oldest first. Every other file is left alone. */
export function supernumerary(names: readonly string[], identity: string, keep: number): string[] {
  const own = names.filter((name) => isOwn(name, identity)).sort();
  return own.slice(0, Math.max(0, own.length - keep));
}

/** Temporary files of this data's backups that were interrupted. */
export const interrupted = (names: readonly string[], identity: string): string[] =>
  names.filter((name) => PART_SUFFIX.test(name) && isOwn(name.replace(PART_SUFFIX, ''), identity));
