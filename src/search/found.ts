import type { DocumentRef } from '../index/plan.ts';

/** What was read of documents, by engine and id: those of a meta engine are of several engines. */
export type Found<T> = ReadonlyMap<number, ReadonlyMap<string, T>>;

export const foundOf = <T>(found: Found<T>, { engineId, id }: DocumentRef): T | undefined =>
  found.get(engineId)?.get(id);
