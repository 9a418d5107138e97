import { type RawBuilder, sql } from 'kysely';
import { type PeriodPart, tagged } from './period.ts';

/** A condition on the term or document of rows, such as `and id = 1`; it gets the name of the column. */
export type IdCondition = (column: RawBuilder<unknown>) => RawBuilder<unknown>;

/** Which events are counted. */
export interface Counted {
  readonly engineId: number;
  /** Of each list, an event has at least one tag. */
  readonly tags: ReadonlyArray<readonly string[]>;
}

const EVERY: IdCondition = () => sql``;

/** An empty result with the columns of the others: a period may have no parts. */
const NOTHING = sql`select 0 as id, 0 as searches, 0 as misses, 0 as clicks where 1 = 0`;

export const unionOf = (selects: ReadonlyArray<RawBuilder<unknown>>): RawBuilder<unknown> =>
  sql.join([NOTHING, ...selects], sql` union all `);

const where = (
  { engineId, tags }: Counted,
  part: RawBuilder<unknown>,
  condition: RawBuilder<unknown>,
): RawBuilder<unknown> => sql`where engine_id = ${engineId} ${part} ${tagged(tags)} ${condition}`;

/** The rows of a part by term: `id`, `searches`, `misses` (searches without results) and `clicks`. */
export function termRows(
  counted: Counted,
  { unit }: Pick<PeriodPart, 'unit'>,
  part: RawBuilder<unknown>,
  ofId: IdCondition = EVERY,
): ReadonlyArray<RawBuilder<unknown>> {
  const rest = where(counted, part, ofId(sql.ref('term_id')));
  if (unit === 'time') {
    return [
      sql`select term_id as id, 1 as searches, 1 - has_results as misses, 0 as clicks from searches ${rest}`,
      sql`select term_id as id, 0 as searches, 0 as misses, 1 as clicks from clicks ${rest}`,
    ];
  }
  const table = sql.table(`${counted.tags.length === 0 ? '' : 'tagged_'}term_counts_by_${unit}`);
  return [sql`select term_id as id, searches, misses, clicks from ${table} ${rest}`];
}

/** The rows of a part by document, with the same columns. */
export function documentRows(
  counted: Counted,
  { unit }: Pick<PeriodPart, 'unit'>,
  part: RawBuilder<unknown>,
  ofId: IdCondition = EVERY,
): ReadonlyArray<RawBuilder<unknown>> {
  const rest = where(counted, part, ofId(sql.ref('document_id')));
  const table =
    unit === 'time'
      ? sql`clicks`
      : sql.table(`${counted.tags.length === 0 ? '' : 'tagged_'}document_counts_by_${unit}`);
  const clicks = unit === 'time' ? sql`1` : sql`clicks`;
  return [
    sql`select document_id as id, 0 as searches, 0 as misses, ${clicks} as clicks from ${table} ${rest}`,
  ];
}
