interface Mark {
  readonly at: number;
  readonly documents: number;
  readonly bytes: number;
}

/** Averaging window in milliseconds. */
const WINDOW = 10_000;

/** Speed and remaining time, from a moving average. */
export class Throughput {
  readonly #total: number;
  #marks: Mark[] = [];

  constructor(totalBytes: number) {
    this.#total = totalBytes;
  }

  /** Records the progress so far. */
  mark(at: number, documents: number, bytes: number): void {
    this.#marks.push({ at, documents, bytes });
    while (this.#marks.length > 2 && (this.#marks[0]?.at ?? at) < at - WINDOW) this.#marks.shift();
  }

  /** Starts over after a pause. */
  restart(): void {
    this.#marks = [];
  }

  get perSecond(): number | null {
    return this.#speed(({ documents }) => documents);
  }

  get secondsLeft(): number | null {
    const speed = this.#speed(({ bytes }) => bytes);
    const bytes = this.#marks.at(-1)?.bytes ?? 0;
    return speed === null || speed === 0 ? null : (this.#total - bytes) / speed;
  }

  #speed(of: (mark: Mark) => number): number | null {
    const [first] = this.#marks;
    const last = this.#marks.at(-1);
    if (first === undefined || last === undefined || last.at - first.at < 500) return null;
    return ((of(last) - of(first)) / (last.at - first.at)) * 1000;
  }
}
