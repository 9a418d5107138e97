import { type Row, verdictsOf } from './table.ts';

/*
 * Draws how many times better Findling is: a line per measure and a dot per peer, on a logarithmic scale. A short
 * stroke in the peer's colour is the goal; a hollow dot is not comparable.
 */

const WIDTH = 980;
const LEFT = 370;
const RIGHT = 24;
const LINE = 20;
const HEAD = 76;
const GAP = 46;

const COLOURS: Readonly<Record<string, string>> = {
  lucene: '#3b82c4',
  fts5: '#d0782e',
  minisearch: '#3f9e6b',
  orama: '#b8508f',
  opensearch: '#8a70d6',
  meilisearch: '#c4504a',
  'empty handler': '#8f9a2c',
  'one worker': '#2fa3a8',
};
const OTHER = '#7a828c';
const colourOf = (peer: string): string => COLOURS[peer] ?? OTHER;

const STYLE = `
    svg { color: #20262d; font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-size: 12px }
    .paper { fill: #fbfbfa }
    @media (prefers-color-scheme: dark) { svg { color: #e7eaed } .paper { fill: #1b1f24 } }
    text { fill: currentColor }
    .head { font-size: 16px; font-weight: 600 }
    .name { font-size: 13px; font-weight: 600 }
    .soft { opacity: .75 }
    .grid { stroke: currentColor; stroke-opacity: .16 }
    .level { stroke: currentColor; stroke-opacity: .6 }`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** Rows in the order of the table, by level and set; slowest times of a class are in the table only. */
function panelsOf(rows: readonly Row[]): Array<{ title: string; rows: Row[] }> {
  const panels = new Map<string, Row[]>();
  for (const row of rows) {
    if (row.measure.endsWith(' p99') || Object.keys(row.peers).length === 0) continue;
    const title = `${row.level}, ${row.set} documents`;
    panels.set(title, [...(panels.get(title) ?? []), row]);
  }
  return [...panels].map(([title, own]) => ({ title, rows: own }));
}

export function benchChart(rows: readonly Row[], machine: string): string {
  const panels = panelsOf(rows);
  const ratios = panels
    .flatMap((panel) => panel.rows.flatMap(verdictsOf))
    .flatMap(({ ratio, goal }) => [ratio, goal ?? 1])
    .filter((ratio) => ratio > 0 && Number.isFinite(ratio));
  const low = Math.floor(Math.log10(Math.min(0.5, ...ratios)));
  const high = Math.ceil(Math.log10(Math.max(10, ...ratios)));
  const across = (ratio: number): number =>
    Math.round((LEFT + ((Math.log10(ratio) - low) / (high - low)) * (WIDTH - LEFT - RIGHT)) * 10) / 10;
  const powers = Array.from({ length: high - low + 1 }, (_, i) => 10 ** (low + i));

  const parts: string[] = [];
  let top = HEAD;
  for (const { title, rows: own } of panels) {
    top += GAP;
    const bottom = top + own.length * LINE;
    parts.push(`<text class="name" x="20" y="${top - 14}">${escaped(title)}</text>`);
    for (const power of powers) {
      const x = across(power);
      const kind = power === 1 ? 'level' : 'grid';
      parts.push(`<line class="${kind}" x1="${x}" x2="${x}" y1="${top - 6}" y2="${bottom}"/>`);
      parts.push(
        `<text class="soft" text-anchor="middle" x="${x}" y="${top - 12}">${Number(power.toPrecision(1))}x</text>`,
      );
    }
    for (const [i, row] of own.entries()) {
      const y = top + i * LINE + LINE / 2;
      parts.push(
        `<text text-anchor="end" x="${LEFT - 12}" y="${y + 4}">${escaped(row.measure.replace(/ p50$/, ''))}</text>`,
      );
      parts.push(...marksOf(row, y, across));
    }
    top = bottom;
  }
  const height = top + 24;
  const peers = [...new Set(panels.flatMap((panel) => panel.rows.flatMap((row) => Object.keys(row.peers))))];
  const legend = peers.map(
    (peer, i) =>
      `<circle cx="${26 + i * 112}" cy="66" r="5" fill="${colourOf(peer)}"/><text x="${36 + i * 112}" y="70">${escaped(peer)}</text>`,
  );
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${height}" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-labelledby="t d">
  <title id="t">How many times better than each peer</title>
  <desc id="d">A line per measure, a dot per peer: how many times better Findling is, medians. Right of 1x it is better.</desc>
  <style>${STYLE}
  </style>
  <rect class="paper" width="${WIDTH}" height="${height}" rx="10"/>
  <text class="head" x="20" y="28">How many times better than each peer</text>
  <text class="soft" x="20" y="48">${escaped(`${machine}. Medians; short strokes are the goals, hollow dots do not count.`)}</text>
  ${[...legend, ...parts].join('\n  ')}
</svg>
`;
}

function marksOf(row: Row, y: number, across: (ratio: number) => number): string[] {
  return verdictsOf(row).flatMap(({ peer, ratio, goal, isMet }) => {
    if (!(ratio > 0) || !Number.isFinite(ratio)) return [];
    const colour = colourOf(peer);
    const isVoid = row.void?.[peer] !== undefined;
    const missed = isMet === false ? ', missed' : '';
    const said = `${peer}: ${ratio.toPrecision(3)}x${goal === undefined ? '' : `, goal ${Number(goal.toPrecision(3))}x`}${missed}`;
    const dot = `<circle cx="${across(ratio)}" cy="${y}" r="5" ${isVoid ? `fill="none" stroke="${colour}" stroke-width="1.6"` : `fill="${colour}"`}><title>${escaped(said)}</title></circle>`;
    if (goal === undefined) return [dot];
    const x = across(goal);
    return [
      `<line x1="${x}" x2="${x}" y1="${y - 8}" y2="${y + 8}" stroke="${colour}" stroke-width="2"/>`,
      dot,
    ];
  });
}
