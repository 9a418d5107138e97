import { useState } from 'react';
import { type GradeChange, gradeIn, withGrade } from './grade-changes.ts';
import { gradeText } from './grades.ts';
import type { Judgement } from './judgement.ts';

/** The grades of a query while they are edited. */
export interface JudgementEdit {
  readonly mayChange: boolean;
  /** Documents with a grade, and those that had one before they were edited here. */
  readonly ids: readonly string[];
  /** The last change, for screen readers. */
  readonly said: string;
  gradeOf(id: string): number | null;
  /** A remark about a grade: not saved, or computed. */
  noteOf(id: string): string | undefined;
  /** Null removes the grade. */
  rate(id: string, title: string, grade: number | null): void;
}

export function useJudgementEdit(
  saved: readonly Judgement[],
  changes: readonly GradeChange[],
  mayChange: boolean,
  onChange: (changes: readonly GradeChange[]) => void,
): JudgementEdit {
  const [said, setSaid] = useState('');
  // Rows of documents that lose their grade stay, so that the focus does.
  const [rated, setRated] = useState<readonly string[]>([]);
  const changeOf = (id: string) => changes.find(({ document_id }) => document_id === id);
  const ids = [...saved, ...changes].map(({ document_id }) => document_id);
  return {
    mayChange,
    said,
    ids: [...new Set([...ids, ...rated])],
    gradeOf(id) {
      const change = changeOf(id);
      return change === undefined ? gradeIn(saved, id) : change.grade;
    },
    noteOf(id) {
      if (changeOf(id) !== undefined) return 'Not saved';
      const isComputed = saved.some(({ document_id, source }) => document_id === id && source === 'clicks');
      return isComputed ? 'From clicks' : undefined;
    },
    rate(id, title, grade) {
      onChange(withGrade(changes, saved, id, grade));
      setRated((known) => (known.includes(id) ? known : [...known, id]));
      setSaid(`${title}: ${gradeText(grade)}.`);
    },
  };
}
