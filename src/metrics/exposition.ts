import { timeSlices } from '../threads/time-slice.ts';
import type { Family, HistogramSample, Labels, MetricRegistry, Reading } from './registry.ts';

/** The text format of Prometheus, version 0.0.4, and OpenMetrics 1.0. */
export type Format = 'prometheus' | 'openmetrics';

export const MEDIA_TYPES: Readonly<Record<Format, string>> = {
  prometheus: 'text/plain; version=0.0.4; charset=utf-8',
  openmetrics: 'application/openmetrics-text; version=1.0.0; charset=utf-8',
};

/** All metrics as text. Yields to the event loop, as there may be thousands of lines. */
export async function exposition(registry: MetricRegistry, format: Format): Promise<string> {
  await registry.prepared();
  const yieldWhenDue = timeSlices();
  let text = '';
  for (const family of registry.families) {
    text += headOf(family, format);
    for (const lines of linesOf(family)) {
      text += lines;
      const pausing = yieldWhenDue();
      if (pausing !== undefined) await pausing;
    }
  }
  return format === 'openmetrics' ? `${text}# EOF\n` : text;
}

function headOf({ kind, name, help }: Family, format: Format): string {
  // OpenMetrics names a family of counters without the ending that its samples have.
  const shown = format === 'openmetrics' && kind === 'counter' ? name.replace(/_total$/, '') : name;
  return `# HELP ${shown} ${escaped(help)}\n# TYPE ${shown} ${kind}\n`;
}

function* linesOf(family: Family): Generator<string> {
  const { name } = family;
  if (family.kind !== 'histogram') {
    for (const { labels, value } of samplesOf(family.read())) {
      yield `${name}${braced(labelText(labels))} ${numberText(value)}\n`;
    }
    return;
  }
  for (const sample of family.read()) yield histogramLines(name, sample);
}

const samplesOf = (reading: Reading) => {
  if (reading === undefined) return [];
  return typeof reading === 'number' ? [{ labels: {}, value: reading }] : reading;
};

function histogramLines(name: string, { labels, histogram }: HistogramSample): string {
  const own = labelText(labels);
  const before = own === '' ? '' : `${own},`;
  const counts = histogram.cumulative;
  let text = '';
  for (const [at, count] of counts.entries()) {
    text += `${name}_bucket{${before}le="${boundText(histogram.bounds[at])}"} ${count}\n`;
  }
  return `${text}${name}_sum${braced(own)} ${numberText(histogram.sum)}\n${name}_count${braced(own)} ${counts.at(-1) ?? 0}\n`;
}

/** As OpenMetrics writes it, in both formats: otherwise a scraper that changes the format would see another label. */
const boundText = (bound: number | undefined): string => {
  if (bound === undefined) return '+Inf';
  return Number.isInteger(bound) ? `${bound}.0` : String(bound);
};

const numberText = (value: number): string => {
  if (Number.isFinite(value)) return String(value);
  return Number.isNaN(value) ? 'NaN' : value > 0 ? '+Inf' : '-Inf';
};

const labelText = (labels: Labels): string =>
  Object.entries(labels)
    .map(([label, value]) => `${label}="${escaped(value).replaceAll('"', '\\"')}"`)
    .join(',');

const braced = (labels: string): string => (labels === '' ? '' : `{${labels}}`);
const escaped = (text: string): string => text.replaceAll('\\', '\\\\').replaceAll('\n', '\\n');
