import type { Field, PageOptions } from './page-options.ts';

const FACET_VALUES = 50;
const SNIPPET = 300;

/** Text fields are requested as snippets, with the start of the text as fallback. */
const withSnippet = ({ type }: Field) =>
  type === 'text' ? { raw: {}, snippet: { size: SNIPPET, fallback: true } } : { raw: {} };

/** The search options: only the displayed fields. */
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
    // Several values of one field are combined with OR, so its other values keep their counts.
    disjunctiveFacets: facets.map(({ field }) => field),
  };
}
