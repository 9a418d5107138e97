import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { limits } from '../limits.ts';
import { isLongerThan } from '../search/option.ts';

/** What a request says about itself for analytics. */
export interface SearchAnalytics {
  readonly query: string;
  readonly tags: readonly string[];
}

const QUERY = 'x-enterprise-search-analytics';
const TAGS = 'x-enterprise-search-analytics-tags';

/** The query and the tags of a search from its headers; undefined if it is not to be counted. */
export function searchAnalytics({ headers }: Pick<FastifyRequest, 'headers'>): SearchAnalytics | undefined {
  const query = headers[QUERY];
  if (query === undefined) return undefined;
  // A header cannot be refused by a query language that does not know it: what is too much is left out.
  const tags = String(headers[TAGS] ?? '')
    .split(',', limits.tags)
    .map((tag) => textOf(tag.trim()))
    .filter((tag) => tag !== '' && !isLongerThan(tag, limits.tagLength));
  return { query: textOf(String(query)), tags };
}

/** Node reads header lines as Latin-1; most clients send UTF-8. */
function textOf(header: string): string {
  const bytes = Buffer.from(header, 'latin1');
  return isUtf8(bytes) ? bytes.toString('utf8') : header;
}
