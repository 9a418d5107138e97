/** What each grade means, the highest first. */
export const GRADES: ReadonlyArray<{ readonly grade: number; readonly meaning: string }> = [
  { grade: 3, meaning: 'highly relevant' },
  { grade: 2, meaning: 'relevant' },
  { grade: 1, meaning: 'slightly relevant' },
  { grade: 0, meaning: 'not relevant' },
];

export const SCALE = GRADES.map(({ grade, meaning }) => `${grade} ${meaning}`).join(', ');

/** `3, highly relevant`. */
export function gradeText(grade: number | null): string {
  const known = GRADES.find((one) => one.grade === grade);
  return known === undefined ? 'not judged' : `${known.grade}, ${known.meaning}`;
}
