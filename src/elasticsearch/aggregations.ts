import type { FacetOutcome, FacetPlan } from '../index/plan.ts';
import { limits } from '../limits.ts';
import { parseDate } from '../values/date-value.ts';
import type { FieldType, Schema } from '../values/types.ts';
import { valueField } from './field.ts';
import {
  booleanOf,
  invalid,
  itemsOf,
  knownMembers,
  membersOf,
  nameOf,
  onlyMember,
  type Part,
  stringOf,
  textOf,
  unsupported,
  wholeOf,
} from './part.ts';
import { boundOf } from './values.ts';

/** A named aggregation; without a plan if the engine does not have its field. */
export interface Aggregation {
  readonly name: string;
  readonly plan: FacetPlan | null;
  readonly render: (outcome: FacetOutcome | undefined) => object;
}

/** Reads `aggs` or `aggregations`: terms and ranges, without further ones inside. */
export function parseAggregations(part: Part | undefined, schema: Schema): Aggregation[] {
  if (part === undefined || part.value === null) return [];
  const members = membersOf(part);
  if (members.length > limits.facets)
    throw invalid(part.path, `cannot have more than ${limits.facets} members`);
  let ranges = 0;
  return members.map((member) => {
    const [kind, settings] = onlyMember(member, 'type, without further aggregations inside');
    const name = nameOf(part, member);
    if (kind === 'terms') return { name, ...termsAggregation(settings, schema) };
    if (kind !== 'range') throw unsupported(settings.path);
    const { count, ...rest } = rangeAggregation(settings, schema);
    ranges += count;
    if (ranges > limits.allFacetRanges) {
      throw invalid(part.path, `cannot have more than ${limits.allFacetRanges} ranges`);
    }
    return { name, ...rest };
  });
}

function fieldOf(part: Part | undefined, parent: Part, schema: Schema) {
  if (part === undefined) throw invalid(parent.path, 'must have "field"');
  const field = valueField(stringOf(part), schema);
  return field?.type === 'geolocation' || field?.type === 'id' ? undefined : field;
}

function termsAggregation(part: Part, schema: Schema): Omit<Aggregation, 'name'> {
  const { field, size, order } = knownMembers(part, ['field', 'size', 'order']);
  const { default: usual, most } = limits.facetValues;
  const counted = fieldOf(field, part, schema);
  const plan: FacetPlan | null =
    counted === undefined
      ? null
      : {
          kind: 'value',
          field: counted.name,
          size: size === undefined ? usual : wholeOf(size, 1, most),
          sort: orderOf(order),
          hasSum: true,
        };
  return { plan, render: (outcome) => renderTerms(outcome, counted?.type === 'date') };
}

function orderOf(part: Part | undefined): { readonly by: 'count' | 'value'; readonly descending: boolean } {
  if (part === undefined) return { by: 'count', descending: true };
  const [first, ...others] = itemsOf(part);
  if (first === undefined || others.length > 0) throw unsupported(part.path);
  const [key, direction] = onlyMember(first, 'key');
  if (key !== '_count' && key !== '_key') throw unsupported(direction.path);
  const order = stringOf(direction);
  if (order !== 'asc' && order !== 'desc') throw invalid(direction.path, 'must be "asc" or "desc"');
  return { by: key === '_count' ? 'count' : 'value', descending: order === 'desc' };
}

function renderTerms(outcome: FacetOutcome | undefined, isDate: boolean): object {
  const { values = [], sum = 0 } = outcome?.kind === 'value' ? outcome : {};
  const shown = values.reduce((all, { count }) => all + count, 0);
  return {
    doc_count_error_upper_bound: 0,
    sum_other_doc_count: sum - shown,
    buckets: values.map(({ value, count }) => ({
      ...(isDate ? { key: parseDate(String(value))?.epochMs, key_as_string: value } : { key: value }),
      doc_count: count,
    })),
  };
}

interface Bucket {
  readonly key: string | undefined;
  readonly from: string | number | undefined;
  readonly to: string | number | undefined;
}

function rangeAggregation(
  part: Part,
  schema: Schema,
): Omit<Aggregation, 'name'> & { readonly count: number } {
  const { field, ranges, keyed } = knownMembers(part, ['field', 'ranges', 'keyed']);
  if (ranges === undefined || !Array.isArray(ranges.value))
    throw invalid(part.path, 'must have a list of "ranges"');
  const counted = fieldOf(field, part, schema);
  if (counted?.type === 'text') throw unsupported(`${part.path} (only number and date fields have ranges)`);
  const type = counted?.type === 'date' ? 'date' : 'number';
  const items = itemsOf(ranges);
  if (items.length === 0 || items.length > limits.facetRanges) {
    throw invalid(ranges.path, `must have from 1 to ${limits.facetRanges} ranges`);
  }
  const buckets = items.map((item) => bucketOf(item, type)).sort(compareBuckets);
  const isKeyed = keyed !== undefined && booleanOf(keyed);
  const plan: FacetPlan | null =
    counted === undefined
      ? null
      : { kind: 'range', field: counted.name, ranges: buckets.map(({ from, to }) => boundsOf(from, to)) };
  return {
    plan,
    count: buckets.length,
    render: (outcome) => renderRanges(buckets, type, isKeyed, outcome),
  };
}

const boundsOf = (from: Bucket['from'], to: Bucket['to']) => ({
  ...(from !== undefined && { from }),
  ...(to !== undefined && { to }),
});

function bucketOf(part: Part, type: 'number' | 'date'): Bucket {
  const { key, from, to } = knownMembers(part, ['key', 'from', 'to']);
  const bound = (one: Part | undefined) =>
    one === undefined || one.value === null ? undefined : boundOf(type, one, false);
  return { key: key && textOf(key), from: bound(from), to: bound(to) };
}

/** By their lower bounds, then by their upper ones, as Elasticsearch orders them. */
function compareBuckets(a: Bucket, b: Bucket): number {
  const compare = (x: Bucket['from'], y: Bucket['from'], absent: number): number => {
    if (x === y) return 0;
    if (x === undefined || y === undefined) return x === undefined ? absent : -absent;
    return x < y ? -1 : 1;
  };
  return compare(a.from, b.from, -1) || compare(a.to, b.to, 1);
}

function renderRanges(
  buckets: readonly Bucket[],
  type: FieldType,
  isKeyed: boolean,
  outcome: FacetOutcome | undefined,
): object {
  const counts = outcome?.kind === 'counts' ? outcome.counts : [];
  const rendered = buckets.map(({ key, from, to }, i) => ({
    key: key ?? `${shown(from)}-${shown(to)}`,
    ...boundJson('from', from, type),
    ...boundJson('to', to, type),
    doc_count: counts[i] ?? 0,
  }));
  if (!isKeyed) return { buckets: rendered };
  const byKey: Record<string, object> = Object.create(null);
  for (const { key, ...bucket } of rendered) byKey[key] = bucket;
  return { buckets: byKey };
}

/** A bound in the key of a bucket; numbers as Elasticsearch writes doubles. */
const shown = (bound: Bucket['from']): string =>
  bound === undefined ? '*' : Number.isInteger(bound) ? `${bound}.0` : String(bound);

const boundJson = (name: 'from' | 'to', bound: Bucket['from'], type: FieldType): object => {
  if (bound === undefined) return {};
  return type === 'date'
    ? { [name]: parseDate(String(bound))?.epochMs, [`${name}_as_string`]: bound }
    : { [name]: bound };
};
