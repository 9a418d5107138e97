/** Milliseconds between two updates: of a bar in a terminal, and of lines elsewhere. */
const BAR_INTERVAL = 100;
const LINE_INTERVAL = 5000;
const WIDTH = 30;

const integer = new Intl.NumberFormat('en-US');

export const counted = (documents: number): string =>
  `${integer.format(documents)} ${documents === 1 ? 'document' : 'documents'}`;

export const megabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(1)} MB`;

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
    if (!this.#out.isTTY) {
      this.#out.write(`${[counted(documents), percent, rate].filter(Boolean).join(', ')}\n`);
      return;
    }
    const full = Math.round(WIDTH * (share ?? 0));
    const bar = share === undefined ? '' : `[${'#'.repeat(full)}${' '.repeat(WIDTH - full)}] ${percent}  `;
    this.#out.write(`\r${bar}${counted(documents)}  ${rate}\u001b[K`);
    this.#hasBar = true;
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
