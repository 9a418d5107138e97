import { ApiError, isConflict } from '../../api/errors.ts';
import type { Judgement } from './judgement.ts';

/** The grade of a document; null for none. */
export interface Graded {
  readonly document_id: string;
  readonly grade: number | null;
}

/** An unsaved grade of a document. */
export interface GradeChange extends Graded {
  /** The grade that it replaces. */
  readonly before: number | null;
}

/** The judgements of one query, with their version. */
export interface SeenJudgements {
  readonly data: readonly Judgement[];
  readonly version: string | null;
}

/** The calls of the API that saving needs, for one query. */
export interface GradeApi {
  read(): Promise<SeenJudgements>;
  set(grades: readonly Graded[], version: string | null): Promise<unknown>;
  remove(grades: readonly Graded[], version: string | null): Promise<unknown>;
}

export const gradeIn = (graded: readonly Graded[], id: string): number | null =>
  graded.find(({ document_id }) => document_id === id)?.grade ?? null;

/** The changes after another one. A document that gets its saved grade back is no change. */
export function withGrade(
  changes: readonly GradeChange[],
  saved: readonly Judgement[],
  document_id: string,
  grade: number | null,
): readonly GradeChange[] {
  const known = changes.find((change) => change.document_id === document_id);
  const before = known === undefined ? gradeIn(saved, document_id) : known.before;
  const others = changes.filter((change) => change !== known);
  return grade === before ? others : [...others, { document_id, before, grade }];
}

/** The same changes on top of judgements that someone else has saved. */
export const rebased = (changes: readonly GradeChange[], now: readonly Graded[]): readonly GradeChange[] =>
  changes.map((change) => ({ ...change, before: gradeIn(now, change.document_id) }));

/**
 * Saves changes of one query and gives its judgements then. Grades that someone else has changed in the meantime are a
 * conflict only if they are of the same documents. Grades are set and removed by two requests; if the second one fails,
 * saving the same changes again completes them.
 */
export async function saveGrades(
  api: GradeApi,
  changes: readonly GradeChange[],
  version: string | null,
): Promise<SeenJudgements> {
  let open = changes;
  let stated = version;
  for (;;) {
    const set = open.filter(({ grade }) => grade !== null);
    try {
      if (set.length > 0) await api.set(set, stated);
      else await api.remove(open, stated);
    } catch (error) {
      if (!isConflict(error)) throw error;
    }
    const now = await api.read();
    open = open.filter(({ document_id, grade }) => gradeIn(now.data, document_id) !== grade);
    if (open.length === 0) return now;
    if (open.some(({ document_id, before }) => gradeIn(now.data, document_id) !== before)) {
      throw new ApiError(409, ['Someone else has graded the same documents in the meantime.'], {
        current: now.data,
        version: now.version ?? '',
      });
    }
    stated = now.version;
  }
}
