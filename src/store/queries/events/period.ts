import { type RawBuilder, sql } from 'kysely';
import type { Period } from '../../event-port.ts';
import { BLOCK, DAY } from './units.ts';

/** A part of a period, and the unit of the tables that it is read from. */
export interface PeriodPart {
  readonly unit: 'block' | 'day' | 'time';
  /** From the first until before the second, in that unit. */
  readonly range: readonly [number, number];
}

/** Divides a period into as few parts as possible: whole blocks of days, whole days, and the rest in milliseconds. */
export function partsOf({ from, to }: Period): readonly PeriodPart[] {
  const days = [Math.ceil(from / DAY), Math.floor(to / DAY)] as const;
  if (days[0] >= days[1]) return parts('time', [from, to]);
  const blocks = [Math.ceil(days[0] / BLOCK), Math.floor(days[1] / BLOCK)] as const;
  const whole =
    blocks[0] >= blocks[1]
      ? parts('day', days)
      : [
          ...parts('block', blocks),
          ...parts('day', [days[0], blocks[0] * BLOCK]),
          ...parts('day', [blocks[1] * BLOCK, days[1]]),
        ];
  return [...whole, ...parts('time', [from, days[0] * DAY]), ...parts('time', [days[1] * DAY, to])];
}

const parts = (unit: PeriodPart['unit'], range: readonly [number, number]): readonly PeriodPart[] =>
  range[0] < range[1] ? [{ unit, range }] : [];

/** `and unit >= from and unit < to`. */
export const within = ({ unit, range }: PeriodPart): RawBuilder<unknown> =>
  sql`and ${sql.ref(unit)} >= ${range[0]} and ${sql.ref(unit)} < ${range[1]}`;

/** `with tags_0 as ...`: the sets that include a tag of each list. Several parts of a statement refer to them. */
export const tagSets = (engineId: number, tags: ReadonlyArray<readonly string[]>): RawBuilder<unknown> => {
  if (tags.length === 0) return sql``;
  const sets = tags.map((list, i) => {
    const among = list.length === 0 ? sql`1 = 0` : sql`tag in (${sql.join(list)})`;
    return sql`${sql.table(`tags_${i}`)} as (
      select tag_set_id from tag_set_members where engine_id = ${engineId} and ${among})`;
  });
  return sql`with ${sql.join(sets)}`;
};

/** `and tag_set_id in ...` for each list of tags. */
export const tagged = (tags: ReadonlyArray<readonly string[]>): RawBuilder<unknown> =>
  sql.join(
    tags.map((_, i) => sql`and tag_set_id in (select tag_set_id from ${sql.table(`tags_${i}`)})`),
    sql` `,
  );
