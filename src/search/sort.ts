import type { SortKey } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { scopedId } from '../meta-engines/scoped-id.ts';
import { UnionSchema } from '../meta-engines/union-schema.ts';
import type { Schema } from '../values/types.ts';
import { centerOf } from './distance.ts';
import { unusableFields } from './engine-field.ts';
import { isDescending, isGiven, objectOf, objectWith } from './option.ts';
import { optionErrors } from './option-error.ts';

const MODES = ['min', 'max', 'median', 'avg'] as const;
const isMode = (value: unknown): value is (typeof MODES)[number] =>
  (MODES as readonly unknown[]).includes(value);

/** Parses `sort`: one object or a list of them. An empty list counts as omitted. */
export function parseSort(value: unknown, schema: Schema): readonly SortKey[] {
  if (!Array.isArray(value)) return [parseSortKey('Sort', value, schema)];
  if (value.length > limits.sortFields) throw optionErrors.tooMany('Sort', limits.sortFields, 'fields');
  return value.map((item) => parseSortKey('Sort', item, schema));
}

/** Parses one sort key: `{"year":"desc"}`, or a geolocation field with its `center`. */
export function parseSortKey(option: string, value: unknown, schema: Schema): SortKey {
  const [entry, ...more] = Object.entries(objectOf(option, value));
  if (more.length > 0) throw optionErrors.twoSortKeys(option);
  if (entry === undefined) throw optionErrors.noFields(option);
  const [field, direction] = entry;
  if (field === '_score') return { kind: 'score', descending: isDescending(option, direction) };
  const type = field === 'id' ? 'text' : schema.get(field);
  if (type === undefined) throw unusableFields(option, [field], schema);
  if (typeof direction === 'object' && direction !== null) {
    if (type !== 'geolocation') {
      throw optionErrors.badOption(option, `geolocation is not supported for field ${field}`);
    }
    return byDistance(option, field, direction);
  }
  const descending = isDescending(option, direction);
  if (type === 'geolocation') {
    throw optionErrors.badOption(option, `center is required for geolocation field ${field}`);
  }
  return field === 'id' && schema instanceof UnionSchema
    ? { kind: 'scoped id', engineIds: byScope(schema), descending }
    : { kind: 'field', field, descending };
}

function byDistance(option: string, field: string, value: unknown): SortKey {
  const { center, order, mode } = objectWith(option, value, ['center', 'order', 'mode']);
  const location = centerOf(option, center);
  const descending = isGiven(order) && isDescending(option, order);
  if (isGiven(mode) && !isMode(mode)) {
    throw optionErrors.badOption(option, 'mode must be min, max, median or avg');
  }
  return { kind: 'distance', field, center: location, descending, mode: isMode(mode) ? mode : 'min' };
}

/** The engines in the order of their scoped ids, which is that of their names with the separator. */
const byScope = ({ sources }: UnionSchema): number[] =>
  sources
    .map(({ id, name }) => ({ id, scope: scopedId(name, '') }))
    .sort((a, b) => (a.scope < b.scope ? -1 : 1))
    .map(({ id }) => id);
