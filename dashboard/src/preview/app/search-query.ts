import type { Field, PageOptions } from './page-options.ts';

const FACET_VALUES = 50;
const SNIPPET = 300;

/** A text comes with what was found in it marked, and from its beginning where nothing was. */
const withSnippet = ({ type }: Field) =>
  type === 'text' ? { raw: {}, snippet: { size: SNIPPET, fallback: true } } : { raw: {} };

/** What Search UI asks the engine for: only the fields that are shown. */
export function searchQueryOf({ title, text, address, image, facets, details }: PageOptions) {
  const plain = [address, image, ...details].filter((field) => field !== undefined);
  const read = [title, text].filter((field) => field !== undefined);
  return {
    result_fields: {
      id: { raw: {} },
      ...Object.fromEntries(plain.map(({ field }) => [field, { raw: {} }])),
      ...Object.fromEntries(read.map((field) => [field.field, withSnippet(field)])),
    },
    facets: Object.fromEntries(facets.map(({ field }) => [field, { type: 'value', size: FACET_VALUES }])),
    // Several values of one field mean "any of them", so its other values keep their counts.
    disjunctiveFacets: facets.map(({ field }) => field),
  };
}
