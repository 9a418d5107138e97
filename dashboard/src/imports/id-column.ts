import type { Column } from './column.ts';

/** The name of a column `id` that another column replaces as the id. */
const FORMER = 'former_id';

/** The columns with the ids of the documents in the column at this position, or in none. */
export function withIdColumn(
  columns: readonly Column[],
  proposed: readonly Column[],
  at: number | undefined,
): readonly Column[] {
  return columns.map((column, index) => {
    if (index === at) return { ...column, target: 'id', imported: true };
    if (column.target !== 'id') return column;
    const name = proposed[index]?.target ?? FORMER;
    return { ...column, target: name === 'id' ? FORMER : name };
  });
}
