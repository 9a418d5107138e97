import { type ComparedSearch, queryOf } from './compared-search.ts';
import { counted, duration, measure } from './report-searches.ts';
import type { Comparison, Latency } from './summary.ts';

/** The worst searches that the text lists, and the longest query in it, in characters. */
const MOST_LISTED = 10;
const MOST_QUERY = 60;

/** The summary of a comparison for a terminal. */
export function comparisonText({
  left,
  right,
  source,
  notes,
  minOverlap,
  searches,
  summary,
}: Comparison): string {
  const { passed, searches: count } = summary;
  const wanted = minOverlap === undefined ? 'equal' : `with an overlap of at least ${minOverlap}`;
  const failed = searches.filter(({ differences }) => differences.length > 0);
  return [
    `Compared ${counted(count)} ${count === 1 ? 'search' : 'searches'} from ${source}.`,
    `  left   ${left}`,
    `  right  ${right}`,
    ...notes,
    '',
    `  equal in everything    ${counted(summary.equal)} of ${counted(count)}`,
    `  overlap of first ten   ${measure(summary.meanOverlap)} mean`,
    `  rank-biased overlap    ${measure(summary.meanRankBiasedOverlap)} mean`,
    `  Kendall's tau          ${measure(summary.meanKendallTau)} mean`,
    `  equal totals           ${counted(summary.equalTotals)} of ${counted(summary.withResults)}`,
    `  equal facets           ${counted(summary.equalFacets)} of ${counted(summary.withFacets)}`,
    `  different errors       ${counted(summary.differentErrors)}`,
    `  time left              ${latencyText(summary.latency.left)}`,
    `  time right             ${latencyText(summary.latency.right)}`,
    ...(failed.length === 0 ? [] : ['', 'The worst:', ...failed.slice(0, MOST_LISTED).map(line)]),
    '',
    `${passed === count ? 'Passed' : 'Not passed'}: ${counted(passed)} of ${counted(count)} ${wanted}.`,
  ].join('\n');
}

const latencyText = (latency: Latency | null): string =>
  latency === null ? '–' : `p50 ${duration(latency.p50)}, p95 ${duration(latency.p95)}`;

/** Characters that reverse texts, which JSON does not escape. */
const BIDI_CONTROLS = /\p{Bidi_Control}/gu;

/** As JSON strings, so that a query with line breaks or control characters stays on its line. */
function line(search: ComparedSearch): string {
  const query = queryOf(search);
  const text = JSON.stringify(query.length > MOST_QUERY ? `${query.slice(0, MOST_QUERY)}…` : query);
  const shown = text.replace(BIDI_CONTROLS, (c) => `\\u${c.charCodeAt(0).toString(16).padStart(4, '0')}`);
  return `  ${measure(search.overlap)}  ${search.engine}  ${shown}  ${search.differences.join(' ')}`;
}
