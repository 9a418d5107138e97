import { expiryIn, expiryText } from './expiry.ts';
import { type Filters, filtersIn, filterText, type KeySpec, objectIn, type Parts } from './key-spec.ts';

/**
 * The spec in the URL, so that it can be linked and reloaded:
 * `?key=reader&searched=title,body&shown=title,body.snippet&filters={...}&facets=none&expires=3600`.
 * A parameter with an empty value allows nothing; a missing parameter does not restrict.
 */
const NAMES = ['key', 'searched', 'shown', 'filters', 'facets', 'expires'] as const;

const PARTS: readonly string[] = ['raw', 'snippet'];
const NO_FACETS = 'none';

const listIn = (text: string): readonly string[] => [
  ...new Set(text.split(',').filter((name) => name !== '')),
];

export function keySpecIn(params: URLSearchParams): KeySpec {
  const [searched, shown, facets] = [params.get('searched'), params.get('shown'), params.get('facets')];
  return {
    key: params.get('key') ?? '',
    searched: searched === null ? null : listIn(searched),
    shown: shown === null ? null : Object.fromEntries(listIn(shown).map(shownIn)),
    filters: legible(filtersIn(params.get('filters') ?? '')),
    facets: facets === null ? null : facets === NO_FACETS ? [] : listIn(facets),
    expiry: expiryIn(params.get('expires') ?? ''),
  };
}

function shownIn(text: string): [string, Parts] {
  const [name = '', part] = text.split('.');
  return [name, part !== undefined && PARTS.includes(part) ? (part as Parts) : 'both'];
}

/** The URL parameters with this spec; others stay. */
export function withKeySpec(params: URLSearchParams, spec: KeySpec): URLSearchParams {
  const after = new URLSearchParams(params);
  for (const name of NAMES) after.delete(name);
  const { key, searched, shown, facets } = spec;
  if (key !== '') after.set('key', key);
  if (searched !== null) after.set('searched', searched.join(','));
  if (shown !== null) after.set('shown', Object.entries(shown).map(shownText).join(','));
  const filters = filterText(spec.filters);
  if (filters !== '') after.set('filters', shortened(filters));
  if (facets !== null) after.set('facets', facets.length === 0 ? NO_FACETS : facets.join(','));
  const expires = expiryText(spec.expiry);
  if (expires !== '') after.set('expires', expires);
  return after;
}

const shownText = ([name, parts]: readonly [string, Parts]): string =>
  parts === 'both' ? name : `${name}.${parts}`;

/** Compact JSON for the URL. */
function legible(filters: Filters): Filters {
  const value = filters.by === 'json' ? objectIn(filters.text) : undefined;
  return value === undefined ? filters : { by: 'json', text: JSON.stringify(value, null, 2) };
}

/** Without insignificant whitespace. */
function shortened(text: string): string {
  const value = objectIn(text);
  return value === undefined ? text : JSON.stringify(value);
}
