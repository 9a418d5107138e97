import type { FieldType } from '../../api/types.ts';
import { failuresOf, reportAnswer } from './failure-stream.ts';
import type { Failure } from './schema-queries.ts';

/** What failed of one field. */
export interface FailureGroup {
  readonly field: string;
  /** The type that the values were to have. */
  readonly type: FieldType;
  readonly count: number;
  /** The first of them; all are in the download. */
  readonly first: readonly Failure[];
}

export interface FailureGroups {
  readonly groups: readonly FailureGroup[];
  /** False if there are so many that counting stopped. */
  readonly isComplete: boolean;
}

/** So many failures of one field are shown, and so many are counted in all: a report may have millions. */
const SHOWN = 1_000;
const COUNTED = 200_000;

/** Reads a report and sorts it by field, in the order in which the fields appear. */
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
