import { randomBytes } from 'node:crypto';

/** The only names that are written, read or removed in an engine's folder; a name is never a path. */
export const MANIFEST = 'MANIFEST';

const NAME = /^segment-[0-9a-f]{16}\.findling$/;
const ASIDE = '.new';

/** A name that was never used: a file that could not be written to its end is not written again. */
export const freshName = (): string => `segment-${randomBytes(8).toString('hex')}.findling`;

export const isFileName = (name: string): boolean => NAME.test(name);

/** Where a file is written before it gets its name. */
export const temporaryName = (name: string): string => `${name}${ASIDE}`;

const isAside = (name: string): boolean => name.endsWith(ASIDE) && isOurs(name.slice(0, -ASIDE.length));

/** Whether a name in an engine's folder is one of ours; others are left alone. */
export const isOurs = (name: string): boolean => name === MANIFEST || isFileName(name) || isAside(name);
