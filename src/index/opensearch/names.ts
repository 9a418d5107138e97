import { createHash, randomBytes } from 'node:crypto';

/*
 * Names in the cluster, for a store whose identity hashes to `3f2a...`:
 *
 *   findling-3f2a...-7-c0ffee...          the index of a generation of engine 7
 *   findling-3f2a...-7-c0ffee...-write    an alias of this index alone: writes fail once the index is gone
 *   findling-3f2a...-7                    an alias of the generation that serves
 */

export const prefixOf = (identity: string): string =>
  `findling-${createHash('sha256').update(identity).digest('hex').slice(0, 16)}`;
export const newIndexName = (prefix: string, engineId: number): string =>
  `${prefix}-${engineId}-${randomBytes(8).toString('hex')}`;
export const writeAlias = (index: string): string => `${index}-write`;
export const servingAlias = (prefix: string, engineId: number): string => `${prefix}-${engineId}`;

/** The engine of an index; undefined if the name is of another kind. */
export function engineOf(prefix: string, index: string): number | undefined {
  if (!index.startsWith(`${prefix}-`)) return undefined;
  const [, engine] = /^(\d+)-[0-9a-f]+$/.exec(index.slice(prefix.length + 1)) ?? [];
  return engine === undefined ? undefined : Number(engine);
}
