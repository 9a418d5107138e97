import { randomBytes } from 'node:crypto';

/** The only names that are written, read or removed in an engine's folder. A name is never a path. */
export const MANIFEST = 'MANIFEST';

const NAME = /^segment-[0-9a-f]{16}\.findling$/;
const ASIDE = '.new';

/** A new, random name: an incompletely written file is never written again. */
export const freshName = (): string => `segment-${randomBytes(8).toString('hex')}.findling`;

export const isFileName = (name: string): boolean => NAME.test(name);

/** The name under which a file is written before it is renamed. */
export const temporaryName = (name: string): string => `${name}${ASIDE}`;

const isTemporary = (name: string): boolean => name.endsWith(ASIDE) && isOurs(name.slice(0, -ASIDE.length));

/** Whether Findling wrote a file in an engine's folder; other files are left alone. */
export const isOurs = (name: string): boolean => name === MANIFEST || isFileName(name) || isTemporary(name);
