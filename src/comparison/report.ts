import { Html, html } from './html.ts';
import { counted, duration, measure, scrolling, searchSections } from './report-searches.ts';
import { REPORT_STYLE } from './report-style.ts';
import type { Comparison, Latency } from './summary.ts';

/**
 * The report of a comparison: one HTML file without scripts and without anything from elsewhere, which its policy also
 * forbids.
 */
export const reportPage = (comparison: Comparison): string => {
  const { summary, searches } = comparison;
  return html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Comparison of ${counted(summary.searches)} searches</title>
<style>${new Html(REPORT_STYLE)}</style>
</head>
<body>
<main>
${head(comparison)}
<section>
<h2>Summary</h2>
<div class="tables">
${scrolling('Summary', summaryTable(comparison))}
${scrolling('Times', latencyTable(comparison))}
</div>
</section>
${searchSections(searches)}
${legend()}
</main>
</body>
</html>
`.text;
};

function head({ left, right, source, at, notes, minOverlap, summary }: Comparison): Html {
  const failed = summary.searches - summary.passed;
  const wanted =
    minOverlap === undefined ? 'have equal answers' : `have an overlap of at least ${minOverlap}`;
  return html`<h1>Comparison of ${counted(summary.searches)} searches</h1>
<p class="verdict ${failed === 0 ? 'good' : 'bad'}"><strong>${failed === 0 ? 'Passed.' : 'Not passed.'}</strong>
${counted(summary.passed)} of ${counted(summary.searches)} searches ${wanted}.</p>
<dl>
<dt>Left</dt><dd><bdi>${left}</bdi></dd>
<dt>Right</dt><dd><bdi>${right}</bdi></dd>
<dt>Searches from</dt><dd><bdi>${source}</bdi></dd>
<dt>Made</dt><dd>${at.slice(0, 19)}Z</dd>
</dl>
${notes.map((note) => html`<p class="dim"><bdi>${note}</bdi></p>`)}`;
}

function summaryTable({ summary }: Comparison): Html {
  const rows: ReadonlyArray<readonly [string, string]> = [
    ['Equal in everything', `${counted(summary.equal)} of ${counted(summary.searches)}`],
    ['Overlap of the first ten, mean', measure(summary.meanOverlap)],
    ['Rank-biased overlap (RBO), mean', measure(summary.meanRankBiasedOverlap)],
    ["Kendall's tau of common results, mean", measure(summary.meanKendallTau)],
    ['Equal totals', `${counted(summary.equalTotals)} of ${counted(summary.withResults)}`],
    ['Equal facets', `${counted(summary.equalFacets)} of ${counted(summary.withFacets)}`],
    ['Different errors', counted(summary.differentErrors)],
  ];
  return html`<table><caption>All searches</caption>
<thead><tr><th scope="col">Measure</th><th scope="col" class="number">Value</th></tr></thead>
<tbody>
${rows.map(
  ([name, value]) => html`<tr><th scope="row" class="text">${name}</th><td class="number">${value}</td></tr>
`,
)}</tbody>
</table>`;
}

function latencyTable({ summary: { latency, unanswered } }: Comparison): Html {
  const shown = (side: Latency | null, percentile: keyof Latency): string =>
    side === null ? '–' : duration(side[percentile]);
  const rows: ReadonlyArray<readonly [string, string, string]> = [
    ['Time, median (p50)', shown(latency.left, 'p50'), shown(latency.right, 'p50')],
    ['Time, p95', shown(latency.left, 'p95'), shown(latency.right, 'p95')],
    ['Without an answer', counted(unanswered.left), counted(unanswered.right)],
  ];
  return html`<table><caption>Each side</caption>
<thead><tr><th scope="col">Measure</th><th scope="col" class="number">Left</th><th scope="col" class="number">Right</th></tr></thead>
<tbody>
${rows.map(
  ([
    name,
    left,
    right,
  ]) => html`<tr><th scope="row" class="text">${name}</th><td class="number">${left}</td><td class="number">${right}</td></tr>
`,
)}</tbody>
</table>`;
}

const legend = (): Html => html`<section>
<h2>Measures</h2>
<p><strong>Overlap</strong>: the share of the first ten results that both sides have, in any order.
<strong>RBO</strong> (rank-biased overlap): the same at every depth, first ranks weigh more; 1 only for the same results in
the same order. <strong>Kendall's tau</strong>: the order of the common results, from 1 (same) to -1 (reversed).
<strong>Facets equal</strong>: values with the same count on both sides.</p>
</section>`;
