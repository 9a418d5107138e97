import { type ComparedSearch, queryOf } from './compared-search.ts';
import type { FacetComparison } from './facet-counts.ts';
import { type Html, html } from './html.ts';
import { numbered } from './rank-measures.ts';
import type { SideAnswer } from './search-pair.ts';

/** Searches in the table, those of them that have details, and those whose details are open. */
const MOST_LISTED = 500;
const MOST_DETAILED = 200;
const MOST_OPEN = 5;
/** The longest query and the longest options that are shown, in characters. */
const MOST_QUERY = 300;
const MOST_OPTIONS = 4000;

const integer = new Intl.NumberFormat('en-US');

export const counted = (count: number): string => integer.format(count);

/** Two digits, rounded down: only 1 is shown as 1. */
export const measure = (value: number | null): string =>
  value === null ? '–' : (Math.floor(value * 100 + 1e-6) / 100).toFixed(2);

export const duration = (milliseconds: number): string => `${milliseconds.toFixed(1)} ms`;

/** A table that scrolls on its own if it is wider than the page, also with the keyboard. */
export const scrolling = (label: string, table: Html): Html =>
  html`<div class="scroll" role="region" aria-label="${label}" tabindex="0">${table}</div>`;

/** All searches as a table, then the different ones in detail; the worst first. */
export function searchSections(searches: readonly ComparedSearch[]): Html {
  const listed = searches.slice(0, MOST_LISTED);
  const different = listed.filter(({ differences }) => differences.length > 0).slice(0, MOST_DETAILED);
  const rest = searches.length - listed.length;
  return html`
<section>
<h2>Searches, the worst first</h2>
${scrolling('Searches', overview(listed, different.length))}
${rest === 0 ? html`` : html`<p class="dim">${counted(rest)} more searches are not listed; they are not worse than these.</p>`}
</section>
${
  different.length === 0
    ? html``
    : html`<section>
<h2>Differences in detail</h2>
${different.map(details)}
</section>`
}`;
}

const overview = (searches: readonly ComparedSearch[], detailed: number): Html => html`<table class="wide">
<thead><tr>
<th scope="col" class="number">No.</th><th scope="col">Query</th>
<th scope="col" class="number">Overlap</th><th scope="col" class="number">RBO</th>
<th scope="col" class="number">Total left</th><th scope="col" class="number">Total right</th>
<th scope="col" class="number">Facets equal</th>
<th scope="col" class="number">Time left</th><th scope="col" class="number">Time right</th><th scope="col">Engine</th>
</tr></thead>
<tbody>
${searches.map((search, at) => overviewRow(search, at, at < detailed))}
</tbody>
</table>`;

function overviewRow(search: ComparedSearch, at: number, isDetailed: boolean): Html {
  const { left, right, facets } = search;
  const query = shownQuery(search);
  return html`<tr>
<td class="number">${at + 1}</td>
<th scope="row" class="text">${isDetailed ? html`<a href="#search-${at + 1}">${query}</a>` : query}</th>
<td class="number ${tone(search.overlap === 1)}">${measure(search.overlap)}</td>
<td class="number ${tone(search.rankBiasedOverlap === 1)}">${measure(search.rankBiasedOverlap)}</td>
<td class="number">${totalText(left)}</td>
<td class="number ${tone(totalText(left) === totalText(right))}">${totalText(right)}</td>
<td class="number ${facets === null ? 'dim' : tone(facets.differing === 0)}">${facetText(facets)}</td>
<td class="number">${timeText(left)}</td>
<td class="number">${timeText(right)}</td>
<td class="name"><bdi>${search.engine}</bdi></td>
</tr>
`;
}

/** The colour of a cell whose number or text already says whether the sides differ. */
const tone = (isEqual: boolean): string => (isEqual ? 'good' : 'bad');

const totalText = ({ status, error, total }: SideAnswer): string =>
  error === null ? (total === null ? '–' : counted(total)) : status === 0 ? 'no answer' : `status ${status}`;

const facetText = (facets: FacetComparison | null): string =>
  facets === null ? '–' : `${counted(facets.values - facets.differing)} of ${counted(facets.values)}`;

const timeText = ({ status, milliseconds }: SideAnswer): string =>
  status === 0 ? '–' : duration(milliseconds);

function shownQuery(search: ComparedSearch): Html {
  const query = queryOf(search);
  return query.trim() === ''
    ? html`<span class="dim">(empty query)</span>`
    : html`<bdi>${shortened(query, MOST_QUERY)}</bdi>`;
}

const shortened = (text: string, most: number): string =>
  text.length > most ? `${text.slice(0, most)}…` : text;

function details(search: ComparedSearch, at: number): Html {
  const number = at + 1;
  const { engine, time, overlap, rankBiasedOverlap, kendallTau, differences, left, right, facets } = search;
  const facts = `Overlap ${measure(overlap)}, RBO ${measure(rankBiasedOverlap)}, Kendall's tau ${measure(kendallTau)}`;
  return html`<details${at < MOST_OPEN ? html` open` : html``}>
<summary><strong>${number}. ${shownQuery(search)}</strong> <span class="dim">in <bdi>${engine}</bdi>${time === undefined ? '' : `, ${time}`}</span></summary>
<div class="inside" id="search-${number}">
<p>${facts}</p>
<ul>${differences.map((difference) => html`<li><bdi>${difference}</bdi></li>`)}</ul>
${optionsText(search)}
${left.ids.length + right.ids.length === 0 ? html`` : scrolling(`First results of search ${number}`, results(left.ids, right.ids))}
${facets === null || facets.differing === 0 ? html`` : scrolling(`Facets of search ${number}`, facetTable(facets))}
</div>
</details>
`;
}

/** The whole body, if it is more than a query. */
function optionsText({ options }: ComparedSearch): Html {
  if (Object.keys(options).every((name) => name === 'query')) return html``;
  return html`<pre><bdi>${shortened(JSON.stringify(options, null, 2), MOST_OPTIONS)}</bdi></pre>`;
}

/** The rankings next to each other; each result says where the other side has it. */
function results(left: readonly string[], right: readonly string[]): Html {
  const [ofLeft, ofRight] = [numbered(left), numbered(right)];
  const rows = Array.from({ length: Math.max(left.length, right.length) }, (_, rank) => {
    return html`<tr><th scope="row" class="number">${rank + 1}</th>
${cell(left[rank], rank, ofRight.indexOf(ofLeft[rank] ?? ''), 'right')}
${cell(right[rank], rank, ofLeft.indexOf(ofRight[rank] ?? ''), 'left')}</tr>
`;
  });
  return html`<table><caption>First results</caption>
<thead><tr><th scope="col" class="number">Rank</th><th scope="col">Left</th><th scope="col">Right</th></tr></thead>
<tbody>
${rows}</tbody>
</table>`;
}

function cell(id: string | undefined, rank: number, other: number, side: string): Html {
  if (id === undefined) return html`<td class="text dim">–</td>`;
  const mark =
    other === -1
      ? html`<span class="mark bad">not ${side}</span>`
      : other === rank
        ? html`<span class="mark good">same</span>`
        : html`<span class="mark">${side}: rank ${other + 1}</span>`;
  return html`<td class="text"><bdi>${id}</bdi> ${mark}</td>`;
}

const facetTable = ({ differences, differing }: FacetComparison): Html => html`<table>
<caption>Facet values with different counts${differing > differences.length ? ` (${counted(differences.length)} of ${counted(differing)})` : ''}</caption>
<thead><tr><th scope="col">Facet</th><th scope="col">Value</th><th scope="col" class="number">Left</th><th scope="col" class="number">Right</th></tr></thead>
<tbody>
${differences.map(
  ({
    facet,
    value,
    left,
    right,
  }) => html`<tr><td class="text"><bdi>${facet}</bdi></td><td class="text"><bdi>${value}</bdi></td>
<td class="number">${left === null ? '–' : counted(left)}</td><td class="number">${right === null ? '–' : counted(right)}</td></tr>
`,
)}</tbody>
</table>`;
