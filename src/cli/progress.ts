/** Milliseconds between two updates: of a bar in a terminal, and of lines elsewhere. */
const BAR_INTERVAL = 100;
const LINE_INTERVAL = 5000;
const WIDTH = 30;
/** The share from which the time left is shown: before, it would say little. */
const LEAST_SHARE = 0.01;

export const integer = new Intl.NumberFormat('en-US');

export const counted = (documents: number): string =>
  `${integer.format(documents)} ${documents === 1 ? 'document' : 'documents'}`;

export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

/** A time in the largest units that matter. */
export function timeText(seconds: number): string {
  if (seconds < 90) return `${Math.ceil(seconds)} s`;
  const minutes = Math.ceil(seconds / 60);
  return minutes < 90 ? `${minutes} min` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}

/**
 * Reports progress on standard error: a bar if it is a terminal, otherwise a line now and then. `share` is between 0 and
 * 1, or undefined if the total is unknown.
 */
export class Progress {
  readonly #out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'>;
  readonly #began = performance.now();
  #shown = performance.now();
  #hasBar = false;

  constructor(out: Pick<NodeJS.WriteStream, 'write' | 'isTTY'> = process.stderr) {
    this.#out = out;
  }

  get seconds(): number {
    return (performance.now() - this.#began) / 1000;
  }

  update(documents: number, share: number | undefined): void {
    const now = performance.now();
    if (now - this.#shown < (this.#out.isTTY ? BAR_INTERVAL : LINE_INTERVAL)) return;
    this.#shown = now;
    const rate = `${integer.format(Math.round(documents / this.seconds))}/s`;
    const percent = share === undefined ? '' : `${Math.floor(100 * share)} %`;
    const left = this.#timeLeft(share);
    if (!this.#out.isTTY) {
      this.#out.write(`${[counted(documents), percent, rate, left].filter(Boolean).join(', ')}\n`);
      return;
    }
    const full = Math.round(WIDTH * (share ?? 0));
    const bar = share === undefined ? '' : `[${'#'.repeat(full)}${' '.repeat(WIDTH - full)}] ${percent}  `;
    this.#out.write(`\r${bar}${[counted(documents), rate, left].filter(Boolean).join('  ')}\u001b[K`);
    this.#hasBar = true;
  }

  #timeLeft(share: number | undefined): string {
    if (share === undefined || share < LEAST_SHARE) return '';
    return `${timeText((this.seconds * (1 - share)) / share)} left`;
  }

  /** Prints a line above the bar. */
  line(text: string): void {
    this.end();
    this.#out.write(`${text}\n`);
  }

  /** Removes the bar. */
  end(): void {
    if (this.#hasBar) this.#out.write('\r\u001b[K');
    this.#hasBar = false;
  }
}
