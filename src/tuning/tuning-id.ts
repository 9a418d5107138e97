import { randomBytes } from 'node:crypto';

const randomId = (): string => randomBytes(12).toString('hex');

export const newSynonymSetId = (): string => `syn-${randomId()}`;
export const newCurationId = (): string => `cur-${randomId()}`;
