import type { Scale } from './scale.ts';

export interface Axis {
  readonly label: string;
  readonly scale: Scale;
}

export interface Series {
  readonly name: string;
  readonly points: ReadonlyArray<readonly [x: number, y: number]>;
}

/** A labelled range of the x axis, drawn behind the lines. */
export interface Band {
  readonly name: string;
  readonly from: number;
  readonly to: number;
}

export interface Panel {
  readonly title: string;
  readonly x: Axis;
  readonly y: Axis;
  readonly series: readonly Series[];
  readonly bands?: readonly Band[];
}

export interface Drawing {
  readonly title: string;
  /** The text alternative. */
  readonly description: string;
  readonly notes: readonly string[];
  readonly panels: readonly Panel[];
  readonly columns: number;
}

const WIDTH = 560;
const PLOT = { left: 62, top: 40, width: 468, height: 220 };
const LEGEND = { top: 52, line: 18, column: 160, perRow: 3 };
/** Height of the labels of bands, which are rotated. */
const BAND_NAMES = 96;
const HEAD = 34;
const NOTE = 18;

/** Colours that are visible on white and on black. Lines also differ in their dashes, not in colour alone. */
const LOOKS = [
  ['#3b82c4', ''],
  ['#d0782e', ''],
  ['#3f9e6b', ''],
  ['#b8508f', '7 3'],
  ['#8a70d6', '7 3'],
  ['#8f9a2c', '7 3'],
  ['#2fa3a8', '2 3'],
  ['#c4504a', '2 3'],
] as const;

const STYLE = `
    svg { color: #20262d; font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif; font-size: 12px }
    .paper { fill: #fbfbfa }
    @media (prefers-color-scheme: dark) { svg { color: #e7eaed } .paper { fill: #1b1f24 } }
    text { fill: currentColor }
    .head { font-size: 16px; font-weight: 600 }
    .name { font-size: 13px; font-weight: 600 }
    .soft { opacity: .75 }
    .grid { stroke: currentColor; stroke-opacity: .16 }
    .frame { fill: none; stroke: currentColor; stroke-opacity: .45 }
    .band { fill: currentColor; fill-opacity: .06 }
    .line { fill: none; stroke-width: 1.7; stroke-linejoin: round }`;

const escaped = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
const round = (value: number): string => String(Math.round(value * 10) / 10);
const lookOf = (i: number): readonly [colour: string, dashes: string] =>
  LOOKS[i % LOOKS.length] as (typeof LOOKS)[number];
const stroke = (i: number): string => {
  const [colour, dashes] = lookOf(i);
  return `stroke="${colour}"${dashes && ` stroke-dasharray="${dashes}"`}`;
};

const plotTop = ({ bands }: Panel): number => PLOT.top + (bands ? BAND_NAMES : 0);
const heightOf = (panel: Panel): number =>
  plotTop(panel) + PLOT.height + LEGEND.top + LEGEND.line * Math.ceil(panel.series.length / LEGEND.perRow);

/** A panel with its upper left corner at 0, 0. */
function drawn(panel: Panel): string {
  const { title, x, y, series, bands = [] } = panel;
  const top = plotTop(panel);
  const bottom = top + PLOT.height;
  const right = PLOT.left + PLOT.width;
  const across = (value: number): string => round(PLOT.left + x.scale.at(value) * PLOT.width);
  const up = (value: number): string => round(bottom - y.scale.at(value) * PLOT.height);
  const middle = round(PLOT.left + PLOT.width / 2);
  return [
    `<text class="name" x="${PLOT.left}" y="20">${escaped(title)}</text>`,
    ...bands.flatMap(({ name, from, to }, i) => {
      const begin = Number(across(from));
      const end = Number(across(to));
      const box = `x="${begin}" y="${top}" width="${round(Math.max(1, end - begin))}" height="${PLOT.height}"`;
      const at = `${round((begin + end) / 2 + 4)} ${top - 6}`;
      return [
        ...(i % 2 === 0 ? [`<rect class="band" ${box}/>`] : []),
        `<text class="soft" transform="translate(${at}) rotate(-55)">${escaped(name)}</text>`,
      ];
    }),
    ...y.scale.ticks.flatMap(({ value, text }) => [
      `<line class="grid" x1="${PLOT.left}" x2="${right}" y1="${up(value)}" y2="${up(value)}"/>`,
      `<text class="soft" text-anchor="end" x="${PLOT.left - 6}" y="${Number(up(value)) + 4}">${text}</text>`,
    ]),
    ...x.scale.ticks.flatMap(({ value, text }) => [
      `<line class="grid" x1="${across(value)}" x2="${across(value)}" y1="${top}" y2="${bottom}"/>`,
      `<text class="soft" text-anchor="middle" x="${across(value)}" y="${bottom + 16}">${text}</text>`,
    ]),
    `<rect class="frame" x="${PLOT.left}" y="${top}" width="${PLOT.width}" height="${PLOT.height}"/>`,
    `<text class="soft" text-anchor="middle" x="${middle}" y="${bottom + 32}">${escaped(x.label)}</text>`,
    `<text class="soft" text-anchor="middle" transform="translate(14 ${top + PLOT.height / 2}) rotate(-90)">${escaped(y.label)}</text>`,
    ...series.map(({ points }, i) => {
      const path = points.map(([px, py]) => `${across(px)},${up(py)}`).join(' ');
      return `<polyline class="line" ${stroke(i)} points="${path}"/>`;
    }),
    ...series.flatMap(({ name }, i) => {
      const left = PLOT.left + (i % LEGEND.perRow) * LEGEND.column;
      const line = bottom + LEGEND.top + Math.floor(i / LEGEND.perRow) * LEGEND.line;
      return [
        `<line class="line" ${stroke(i)} x1="${left}" x2="${left + 22}" y1="${line - 4}" y2="${line - 4}"/>`,
        `<text x="${left + 28}" y="${line}">${escaped(name)}</text>`,
      ];
    }),
  ].join('\n    ');
}

/** Panels in rows, as a self-contained SVG that follows the reader's choice of light or dark. */
export function svg({ title, description, notes, panels, columns }: Drawing): string {
  const width = columns * WIDTH;
  const parts: string[] = [];
  let top = HEAD + notes.length * NOTE + 10;
  for (let from = 0; from < panels.length; from += columns) {
    const row = panels.slice(from, from + columns);
    for (const [i, panel] of row.entries()) {
      parts.push(`  <g transform="translate(${i * WIDTH} ${top})">\n    ${drawn(panel)}\n  </g>`);
    }
    top += Math.max(...row.map(heightOf)) + 12;
  }
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${top}" viewBox="0 0 ${width} ${top}" role="img" aria-labelledby="t d">
  <title id="t">${escaped(title)}</title>
  <desc id="d">${escaped(description)}</desc>
  <style>${STYLE}
  </style>
  <rect class="paper" width="${width}" height="${top}" rx="10"/>
  <text class="head" x="20" y="28">${escaped(title)}</text>
${notes.map((note, i) => `  <text class="soft" x="20" y="${HEAD + 14 + i * NOTE}">${escaped(note)}</text>`).join('\n')}
${parts.join('\n')}
</svg>
`;
}
