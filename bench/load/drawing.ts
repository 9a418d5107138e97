import { type Axis, type Band, type Drawing, type Panel, type Series, svg } from '../chart.ts';
import { linear, logarithmic, nines } from '../scale.ts';
import type { WorkersResult } from './report.ts';
import type { Phase } from './run.ts';

/** Smaller delays are drawn here: a logarithmic scale has no zero. */
const LEAST_DELAY = 0.1;

/** A row per topic, a column per number of workers; the columns of a row have the same scales. */
export function loadDrawing(results: readonly WorkersResult[], notes: readonly string[]): string {
  const drawing: Drawing = {
    title: 'Findling under load',
    description:
      'Response times by percentile in each phase, delay of the event loop over time, and memory over time, for each number of search workers.',
    notes,
    columns: results.length,
    panels: [
      ...latencyRow(results, 'Light searches', 'light search', false),
      ...latencyRow(results, 'Searches of all classes', 'search', false),
      ...latencyRow(results, 'Mixed load', undefined, true),
      ...delayRow(results),
      ...memoryRow(results),
    ],
  };
  return svg(drawing);
}

const headed = (title: string, { workers }: WorkersResult): string =>
  `${title}, ${workers} search ${workers === 1 ? 'worker' : 'workers'}`;

/** A line per phase for one kind of request, or a line per kind in the mixed load. */
function latencyRow(
  results: readonly WorkersResult[],
  title: string,
  kind: string | undefined,
  isMixed: boolean,
): Panel[] {
  const seriesOf = ({ phases }: WorkersResult): Series[] =>
    phases
      .filter(({ name }) => (name === 'mixed load') === isMixed)
      .flatMap(({ name, latencies }) =>
        Object.entries(latencies)
          .filter(([each]) => kind === undefined || each === kind)
          .map(([each, { curve }]) => ({ name: isMixed ? each : name, points: curve })),
      );
  const all = results.flatMap(seriesOf).flatMap(({ points }) => points);
  const times = all.map(([, milliseconds]) => milliseconds).filter((time) => time > 0);
  const x: Axis = { label: 'share of answers', scale: nines(4) };
  const y: Axis = {
    label: 'milliseconds',
    scale: logarithmic(Math.min(...times, 1), Math.max(...times, 1)),
  };
  return results.map((result) => ({ title: headed(title, result), x, y, series: seriesOf(result) }));
}

/** Seconds since the first sample. */
const clock =
  ({ samples }: WorkersResult) =>
  (at: number): number =>
    (at - (samples[0]?.at ?? 0)) / 1000;

const overTime = (results: readonly WorkersResult[]): Axis => ({
  label: 'seconds since the start',
  scale: linear(Math.max(...results.map((result) => clock(result)(result.samples.at(-1)?.at ?? 0)))),
});

const bandsOf = (result: WorkersResult): Band[] =>
  result.phases.map(({ name, from, to }: Phase) => ({
    name,
    from: clock(result)(from),
    to: clock(result)(to),
  }));

function delayRow(results: readonly WorkersResult[]): Panel[] {
  const x = overTime(results);
  const most = Math.max(...results.flatMap(({ samples }) => samples.map(({ delay }) => delay.max)), 1);
  const y: Axis = { label: 'milliseconds', scale: logarithmic(LEAST_DELAY, most) };
  return results.map((result) => {
    const line = (name: string, of: 'max' | 'p50'): Series => ({
      name,
      points: result.samples.map(({ at, delay }) => [clock(result)(at), delay[of]]),
    });
    return {
      title: headed('Delay of the event loop', result),
      x,
      y,
      series: [line('largest in 0.5 s', 'max'), line('median', 'p50')],
      bands: bandsOf(result),
    };
  });
}

function memoryRow(results: readonly WorkersResult[]): Panel[] {
  const x = overTime(results);
  const most = Math.max(...results.flatMap(({ samples }) => samples.map(({ rss }) => rss)), 1);
  const y: Axis = { label: 'megabytes', scale: linear(most) };
  return results.map((result) => {
    const line = (name: string, of: 'rss' | 'heap' | 'arrayBuffers'): Series => ({
      name,
      points: result.samples.map((sample) => [clock(result)(sample.at), sample[of]]),
    });
    return {
      title: headed('Memory', result),
      x,
      y,
      series: [line('whole process', 'rss'), line('buffers', 'arrayBuffers'), line('heap of main', 'heap')],
      bands: bandsOf(result),
    };
  });
}
