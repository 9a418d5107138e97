import { type Choices, ID, type Schema } from '../../preview/choices.ts';

/** Facet counts of a search response. */
export type FacetCounts = Readonly<
  Record<string, ReadonlyArray<{ readonly data: ReadonlyArray<{ readonly count: number }> }>>
>;

const TITLES = /^(title|name|heading|headline|label|subject)$/;
const LIKE_TITLES = /_(title|name|heading|headline)$/;
const TEXTS = /^(description|text|body|content|summary|abstract|excerpt)$/;
const IMAGES = /(^|_)(image|img|thumbnail|thumb|picture|photo|cover|poster)(_|$)/;
const ADDRESSES = /(^|_)(url|link|href|address|website|permalink|homepage)$/;

/** Maximum number of facet candidates, to keep the guess cheap. */
const MOST_COUNTED = 16;
/** A facet with more values is not useful. */
export const MOST_VALUES = 60;
const MOST_FACETS = 3;
const MOST_SORTS = 3;

const ofType = (schema: Schema, type: string): string[] =>
  Object.keys(schema).filter((name) => schema[name] === type);

/** Choices based on names and types. */
export function guessedFields(schema: Schema): Choices {
  const texts = ofType(schema, 'text');
  const image = texts.find((name) => IMAGES.test(name)) ?? '';
  const address = texts.find((name) => ADDRESSES.test(name) && name !== image) ?? '';
  const others = texts.filter((name) => name !== image && name !== address);
  const title =
    others.find((name) => TITLES.test(name)) ??
    others.find((name) => LIKE_TITLES.test(name)) ??
    others[0] ??
    ID;
  return {
    title,
    text: others.find((name) => TEXTS.test(name) && name !== title) ?? '',
    address,
    image,
    facets: [],
    sorts: [...ofType(schema, 'date'), ...ofType(schema, 'number')].slice(0, MOST_SORTS),
  };
}

/** Facet candidates, to be decided by their value counts. */
export function candidates(schema: Schema, { title, text, address, image }: Choices): string[] {
  const used = [title, text, address, image];
  return ofType(schema, 'text')
    .filter((name) => !used.includes(name))
    .slice(0, MOST_COUNTED);
}

/** Candidates with few values that many documents have. */
export function guessedFacets(names: readonly string[], counts: FacetCounts, documents: number): string[] {
  return names
    .filter((name) => {
      const values = counts[name]?.[0]?.data ?? [];
      const covered = values.reduce((total, { count }) => total + count, 0);
      return (
        values.length > 1 &&
        values.length < MOST_VALUES &&
        covered >= documents / 2 &&
        covered > values.length
      );
    })
    .slice(0, MOST_FACETS);
}
