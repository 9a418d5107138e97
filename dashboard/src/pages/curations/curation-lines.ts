import { type Curation, inOneLine } from './curations-query.ts';

/** A curation as text, to compare two versions. */
export function inLines(value: unknown): string {
  const { queries, promoted, hidden } = value as Omit<Curation, 'id'>;
  return [
    `Queries: ${inOneLine(queries)}`,
    'Promoted:',
    ...promoted.map((id, at) => `  ${at + 1}. ${id}`),
    'Hidden:',
    ...hidden.map((id) => `  ${id}`),
  ].join('\n');
}
