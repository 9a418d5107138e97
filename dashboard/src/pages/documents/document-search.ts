import type { FieldType } from '../../api/types.ts';
import type { Browsing, Range, Schema } from './browsing.ts';

/** Characters of a text: more than a column shows, for its tooltip. */
const LONGEST = 300;
/** Characters around a match. */
const SNIPPET = 120;

type Filters = { readonly all: ReadonlyArray<Readonly<Record<string, unknown>>> };

const valueAs = (type: FieldType | undefined, text: string): string | number =>
  type === 'number' ? Number(text) : text;

const rangeAs = (type: FieldType | undefined, { from, to }: Range) => ({
  ...(from !== '' && { from: valueAs(type, from) }),
  ...(to !== '' && { to: valueAs(type, to) }),
});

/** The filters of a search; without the selected values of the field `except`. Undefined if there are none. */
export function filtersOf(
  schema: Schema,
  { chosen, ranges }: Pick<Browsing, 'chosen' | 'ranges'>,
  except?: string,
): Filters | undefined {
  const all = [
    ...[...chosen]
      .filter(([field]) => field !== except)
      .map(([field, values]) => ({ [field]: values.map((value) => valueAs(schema[field], value)) })),
    ...[...ranges].map(([field, range]) => ({ [field]: rangeAs(schema[field], range) })),
  ];
  return all.length === 0 ? undefined : { all };
}

/** The body of the search request. */
export function searchOf(
  schema: Schema,
  browsing: Browsing,
  columns: readonly string[],
): Record<string, unknown> {
  const { query, sort, page, size } = browsing;
  const [field = '', direction] = sort.split(':');
  const filters = filtersOf(schema, browsing);
  const text = { raw: { size: LONGEST }, ...(query !== '' && { snippet: { size: SNIPPET } }) };
  const results = columns.map((name) => [name, schema[name] === 'text' ? text : { raw: {} }]);
  return {
    query,
    page: { current: page, size },
    ...(sort !== '' && { sort: [{ [field]: direction === 'desc' ? 'desc' : 'asc' }] }),
    ...(filters && { filters }),
    result_fields: { id: { raw: {} }, ...Object.fromEntries(results) },
  };
}

/** Maximum number of listed fields: each needs a search, and this is the server's limit per request. */
export const MOST_LISTED = 10;

/**
 * The searches that count the values of the listed fields, one per field: the selection in a field must not hide its other
 * values.
 */
export function countsOf(schema: Schema, browsing: Browsing, values: number) {
  return browsing.listed.slice(0, MOST_LISTED).map((field) => {
    const filters = filtersOf(schema, browsing, field);
    return {
      query: browsing.query,
      page: { size: 0 },
      facets: { [field]: { type: 'value', size: values } },
      ...(filters && { filters }),
    };
  });
}
