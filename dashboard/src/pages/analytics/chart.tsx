import { number } from '../../parts/numbers.ts';
import styles from './chart.module.css';
import { roundTop } from './round-top.ts';

export interface Series {
  readonly name: string;
  readonly values: readonly number[];
}

interface Props {
  /** What a screen reader says instead of the chart; the values are in a table. */
  readonly label: string;
  /** The names of the points in time. */
  readonly points: readonly string[];
  /** Up to three. */
  readonly series: readonly Series[];
}

const WIDTH = 1000;
const HEIGHT = 100;
/** Space for the width of lines at the top and the bottom. */
const EDGE = 2;
/** By position of the series; they differ in colour and in dashes. */
const LOOKS = [styles.first, styles.second, styles.third];

/** A line chart. The SVG is stretched to the width of the page; texts are HTML, so that they are not. */
export function Chart({ label, points, series }: Props) {
  const top = roundTop(Math.max(0, ...series.flatMap(({ values }) => values)));
  const steps = Math.max(1, points.length - 1);
  const line = (values: readonly number[]): string =>
    // A single point is drawn as a level line.
    (values.length === 1 ? [...values, ...values] : values)
      .map((value, at) => `${(at / steps) * WIDTH},${HEIGHT - (value / top) * HEIGHT}`)
      .join(' ');
  const described = (at: number): string =>
    [points[at], ...series.map(({ name, values }) => `${name}: ${number(values[at] ?? 0)}`)].join('\n');
  return (
    <figure className={styles.figure}>
      <div className={styles.plot}>
        <div className={styles.scale} aria-hidden="true">
          <span>{number(top)}</span>
          <span>{number(top / 2)}</span>
          <span>0</span>
        </div>
        <svg
          className={styles.chart}
          viewBox={`0 ${-EDGE} ${WIDTH} ${HEIGHT + 2 * EDGE}`}
          preserveAspectRatio="none"
          role="img"
          aria-label={label}
        >
          {[0, HEIGHT / 2, HEIGHT].map((y) => (
            <line key={y} className={styles.grid} x1={0} x2={WIDTH} y1={y} y2={y} />
          ))}
          {series.map(({ name, values }, at) => (
            <polyline key={name} className={LOOKS[at]} points={line(values)} />
          ))}
          {points.map((point, at) => (
            <rect
              key={point}
              className={styles.area}
              x={((at - 0.5) / steps) * WIDTH}
              width={WIDTH / steps}
              height={HEIGHT}
            >
              <title>{described(at)}</title>
            </rect>
          ))}
        </svg>
      </div>
      <div className={styles.axis} aria-hidden="true">
        <span>{points[0]}</span>
        {points.length > 1 && <span>{points.at(-1)}</span>}
      </div>
      <figcaption className={styles.legend}>
        {series.map(({ name }, at) => (
          <span key={name} className={styles.entry}>
            <svg viewBox="0 0 24 4" className={styles.sample} aria-hidden="true">
              <line className={LOOKS[at]} x1={0} x2={24} y1={2} y2={2} />
            </svg>
            {name}
          </span>
        ))}
      </figcaption>
    </figure>
  );
}
