import type { SignedKeysMode } from '../../src/setting-table.ts';
import {
  DOCS,
  type FacetMeaning,
  FIELDS,
  type FilterMeaning,
  type Shown,
  type Side,
  TEXTS,
} from './restricted-side.ts';

// The effect of a signed search key on a request as a model of sets, independent of the service's own parsing.

type Weights = ReadonlyArray<readonly [field: string, weight: number | undefined]>;

/** The search that results. */
export interface Effective {
  readonly passing: readonly string[];
  readonly shown: ReadonlyMap<string, Shown>;
  /** Searched fields with their weights in alphabetical order, null for all. */
  readonly searched: Weights | null;
  /** Null if there are none. */
  readonly facets: readonly FacetMeaning[] | null;
  readonly replaced: unknown;
  /** How the value of a group is shown. */
  readonly groupKey: unknown;
  readonly showsScores: boolean;
}

export const asShown = ({ raw, snippet, rawSize, snippetSize, fallback }: Shown): Shown => ({
  raw: raw || !snippet,
  snippet,
  ...(rawSize !== undefined && { rawSize }),
  ...(snippetSize !== undefined && { snippetSize }),
  ...(fallback !== undefined && { fallback }),
});
export const NOT_SHOWN: Shown = { raw: false, snippet: false };

/** A field without `raw` or `snippet` allows both. */
const allows = (bound: Shown) => ({
  raw: bound.raw || !bound.snippet,
  snippet: bound.snippet || !bound.raw,
});

function shownOf(name: string, token: Side, request: Side): Shown {
  const bound = token.results?.get(name);
  const asked = request.results?.get(name);
  if (token.results && !bound) return NOT_SHOWN;
  if (!request.results) return bound ? asShown(bound) : { raw: true, snippet: false };
  if (!asked) return NOT_SHOWN;
  if (!bound) return asShown(asked);
  const raw = asShown(asked).raw && allows(bound).raw;
  const snippet = asked.snippet && allows(bound).snippet;
  return raw || snippet ? { ...asShown({ ...asked, ...bound }), raw, snippet } : NOT_SHOWN;
}

export const byName = <T>(entries: Iterable<readonly [string, T]>): Array<readonly [string, T]> =>
  [...entries].sort(([a], [b]) => (a < b ? -1 : 1));

/** Whether a key's filters would let everything through in some place because a condition is missing there. */
export const opensByMistake = (filter: FilterMeaning | undefined): boolean =>
  filter !== undefined && (filter.hasEmptyPart || !filter.isBounded);

/** How much of a field a key shows. A snippet exists of a text only, and a size cuts texts only. */
export function extentOf(name: string, { results }: Side): 'whole' | 'part' | 'nothing' {
  const bound = results?.get(name);
  if (!results) return 'whole';
  if (!bound) return 'nothing';
  const { raw } = allows(bound);
  if (!TEXTS.includes(name)) return raw ? 'whole' : 'nothing';
  return raw && bound.rawSize === undefined ? 'whole' : 'part';
}

/**
 * A request with the engine's search settings for the sections that it omits, and their weights for the fields that it
 * names without one. Under the strict setting, fields that the key hides are not in the settings.
 */
export function withSettings(request: Side, settings: Side, token: Side, mode: SignedKeysMode): Side {
  const isStrict = mode === 'strict';
  const results = settings.results && [...settings.results];
  const boosts = settings.boosts?.means.filter(
    ({ field }) => !isStrict || extentOf(field, token) !== 'nothing',
  );
  const section = {
    ...(settings.searched && { searched: settings.searched }),
    ...(results && {
      results: new Map(results.filter(([name]) => !isStrict || (token.results?.has(name) ?? true))),
    }),
    ...(boosts && { boosts: { means: boosts, names: boosts.map(({ field }) => field) } }),
    ...(settings.precision && { precision: settings.precision }),
  };
  const weighted = [...(request.searched ?? [])].map(
    ([name, weight]) => [name, weight ?? settings.searched?.get(name)] as const,
  );
  return { ...section, ...request, ...(request.searched && { searched: new Map(weighted) }) };
}

/** The resulting search, or undefined if it is rejected. */
export function effective(token: Side, request: Side, mode: SignedKeysMode): Effective | undefined {
  const isStrict = mode === 'strict';
  const namesOneOf = (names: Iterable<string> | undefined, bad: (name: string) => boolean) =>
    isStrict && [...(names ?? [])].some((name) => FIELDS.includes(name) && bad(name));
  const namesHidden = (names: Iterable<string> | undefined) =>
    namesOneOf(names, (name) => extentOf(name, token) === 'nothing');
  const isRefused =
    opensByMistake(token.filter) ||
    namesHidden(request.filter?.names) ||
    namesOneOf(request.results?.keys(), (name) => token.results !== undefined && !token.results.has(name)) ||
    (token.facets !== null &&
      namesOneOf(
        request.facets?.map(({ field }) => field),
        (name) => extentOf(name, token) !== 'whole',
      )) ||
    // Options that the key replaces are ignored.
    (!token.sort && namesHidden(request.sort?.names)) ||
    (!token.group && namesHidden(request.group?.names)) ||
    (!token.boosts && namesHidden(request.boosts?.names));
  if (isRefused) return undefined;

  const searchable = ['id', ...TEXTS].filter(
    (name) => (token.searched?.has(name) ?? true) && (request.searched?.has(name) ?? true),
  );
  const pick = <K extends 'sort' | 'group' | 'boosts' | 'precision' | 'page' | 'query' | 'tags'>(option: K) =>
    (token[option] ?? request[option])?.means;
  const group = (token.group ?? request.group)?.means;
  const bound = group && token.results?.get(group.field);
  return {
    passing: DOCS.filter(
      (doc) => (token.filter?.passes(doc) ?? true) && (request.filter?.passes(doc) ?? true),
    ).map((doc) => doc.id),
    shown: new Map(FIELDS.map((name) => [name, shownOf(name, token, request)])),
    searched:
      token.searched || request.searched
        ? byName(
            searchable.map(
              (name) => [name, token.searched?.get(name) ?? request.searched?.get(name)] as const,
            ),
          )
        : null,
    facets: effectiveFacets(token, request),
    replaced: [
      pick('sort') ?? [],
      group ?? null,
      pick('boosts') ?? [],
      pick('precision') ?? 2,
      pick('page') ?? { current: 1, size: 10 },
      pick('query'),
      pick('tags') ?? [],
    ],
    groupKey:
      group && token.results
        ? bound && allows(bound).raw
          ? { rawSize: bound.rawSize }
          : null
        : { rawSize: undefined },
    // A boost computes scores from values, so scores are shown only if all these values may be shown. They also depend
    // on documents that the key's filters exclude.
    showsScores:
      !(isStrict && token.filter !== undefined) &&
      ((token.boosts ?? request.boosts)?.names ?? []).every((name) => {
        const allowed = token.results?.get(name);
        return !token.results || (allowed !== undefined && allows(allowed).raw);
      }),
  };
}

function effectiveFacets(token: Side, request: Side): readonly FacetMeaning[] | null {
  if (token.facets === null) return null;
  if (!request.facets) return token.facets ?? null;
  if (!token.facets) return request.facets;
  const stated = (field: string) => token.facets?.find((facet) => facet.field === field)?.size;
  return request.facets
    .filter(({ field }) => token.facets?.some((facet) => facet.field === field))
    .map((facet) => (facet.type === 'value' ? { ...facet, size: stated(facet.field) ?? facet.size } : facet));
}
