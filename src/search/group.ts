import type { GroupPlan } from '../index/plan.ts';
import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';
import { unusableFields } from './engine-field.ts';
import { booleanOf, isGiven, objectWith, wholeWithin } from './option.ts';
import { optionErrors, written } from './option-error.ts';
import { parseSortKey } from './sort.ts';

const OPTION = 'Group';

/** Parses `group`. `collapse` is accepted and ignored: groups are always exact and can be paged. */
export function parseGroup(value: unknown, schema: Schema): GroupPlan {
  const { field, size, sort, collapse } = objectWith(OPTION, value, ['field', 'size', 'sort', 'collapse']);
  if (!isGiven(field)) throw optionErrors.missing('group[field]');
  const type = typeof field === 'string' ? schema.get(field) : undefined;
  if (type === undefined) throw unusableFields(OPTION, [written(field)], schema);
  if (type === 'geolocation') {
    throw optionErrors.badOption(OPTION, `group is not supported for geolocation field ${field}`);
  }
  const most = limits.groupSize;
  const wanted = isGiven(size) ? wholeWithin(size, 1, most) : most;
  if (wanted === undefined) throw optionErrors.badOption(OPTION, `size must be between 1 and ${most}`);
  if (isGiven(collapse) && booleanOf(collapse) === undefined) {
    throw optionErrors.badOption(OPTION, 'collapse must be a boolean');
  }
  return {
    field: field as string,
    size: wanted,
    sort: isGiven(sort) ? parseSortKey('Group sort', sort, schema) : { kind: 'score', descending: true },
  };
}
