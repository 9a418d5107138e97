import type { FieldType } from '../../api/types.ts';
import { failuresOf, reportAnswer } from './failure-stream.ts';
import type { Failure } from './schema-queries.ts';

/** The conversion errors of one field. */
export interface FailureGroup {
  readonly field: string;
  /** The target type. */
  readonly type: FieldType;
  readonly count: number;
  /** The first errors; the download has all. */
  readonly first: readonly Failure[];
}

export interface FailureGroups {
  readonly groups: readonly FailureGroup[];
  /** False if counting stopped at the limit. */
  readonly isComplete: boolean;
}

/** Maximum errors shown per field, and counted in total: a report may have millions. */
const SHOWN = 1_000;
const COUNTED = 200_000;

/** Reads a report and groups it by field, in order of appearance. */
export async function readGroups(path: string, signal: AbortSignal): Promise<FailureGroups> {
  const groups = new Map<string, { count: number; first: Failure[] }>();
  const leaving = new AbortController();
  const answer = await reportAnswer(path, AbortSignal.any([signal, leaving.signal]));
  let total = 0;
  for await (const failure of failuresOf(answer)) {
    const group = groups.get(failure.field) ?? { count: 0, first: [] };
    groups.set(failure.field, group);
    group.count++;
    if (group.first.length < SHOWN) group.first.push(failure);
    if (++total === COUNTED) break;
  }
  leaving.abort();
  return {
    groups: [...groups].map(([field, { count, first }]) => ({
      field,
      type: first[0]?.type ?? 'text',
      count,
      first,
    })),
    isComplete: total < COUNTED,
  };
}
