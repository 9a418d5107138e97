import { messageIn } from '../api/error-messages.ts';
import { maskSecrets } from '../api/masking.ts';
import { isObject } from '../json/object.ts';
import { compareFacets, type FacetCounts, facetCountsOf, shownText } from './facet-counts.ts';
import { DEPTH, type SearchPair, type SentSearch, type SideAnswer } from './search-pair.ts';

/** An answer with all counts of its facets, which are not kept. */
export interface ReadAnswer extends SideAnswer {
  readonly facets: FacetCounts;
}

/** The longest id and the longest error text that are kept, in characters. */
const MOST_ID = 1000;
const MOST_ERROR = 500;

/** Reads the answer to a search. Nothing of it is trusted: another program may have sent it. */
export function readAnswer(status: number, text: string, milliseconds: number): ReadAnswer {
  const refused = (error: string): ReadAnswer => ({ ...unanswered(error), status, milliseconds });
  const body = parsed(text);
  if (status !== 200)
    return refused(keptText(messageIn(text) ?? '') || `The service responded with status ${status}.`);
  if (body === undefined) return refused('The answer is not JSON.');
  if (!isObject(body) || !Array.isArray(body.results)) return refused('The answer has no results.');
  return {
    status,
    error: null,
    total: totalOf(body.meta),
    ids: body.results.slice(0, DEPTH).map(idOf),
    milliseconds,
    facets: facetCountsOf(body.facets),
  };
}

/** The place of an answer that did not arrive. */
export const unanswered = (reason: string): ReadAnswer => ({
  status: 0,
  error: keptText(reason),
  total: null,
  ids: [],
  milliseconds: 0,
  facets: new Map(),
});

/** A search with both answers. Facets are compared only if both have results. */
export function searchPair(
  { engine, options }: SentSearch,
  { facets: leftFacets, ...left }: ReadAnswer,
  { facets: rightFacets, ...right }: ReadAnswer,
): SearchPair {
  const hasResults = left.error === null && right.error === null;
  return { engine, options, left, right, facets: hasResults ? compareFacets(leftFacets, rightFacets) : null };
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** In a meta engine, `id.raw` also names the source engine. */
function idOf(result: unknown): string {
  if (!isObject(result)) return '';
  const { id, _meta: meta } = result;
  const raw = (isObject(id) ? id.raw : undefined) ?? (isObject(meta) ? meta.id : undefined) ?? '';
  return shownText(raw).slice(0, MOST_ID);
}

function totalOf(meta: unknown): number | null {
  const page = isObject(meta) ? meta.page : undefined;
  const total = isObject(page) ? page.total_results : undefined;
  return typeof total === 'number' && Number.isFinite(total) ? total : null;
}

/** Characters that change what a terminal shows. */
const CONTROLS = /[\p{Cc}\p{Bidi_Control}]+/gu;

/** Secrets are masked before the text is cut, so that no part of one is left at its end. */
function keptText(text: string): string {
  const masked = maskSecrets(text.replace(CONTROLS, ' '));
  return masked.length > MOST_ERROR ? `${masked.slice(0, MOST_ERROR)}…` : masked;
}
