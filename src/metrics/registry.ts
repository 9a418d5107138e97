import { setTimeout as sleep } from 'node:timers/promises';
import type { Histogram } from './histogram.ts';

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  readonly labels: Labels;
  readonly value: number;
}

export interface HistogramSample {
  readonly labels: Labels;
  readonly histogram: Histogram;
}

/** What a metric shows: a number, several with labels, or nothing at present. */
export type Reading = number | undefined | Iterable<Sample>;

/** All samples of one name. */
export type Family =
  | {
      readonly kind: 'counter' | 'gauge';
      readonly name: string;
      readonly help: string;
      readonly read: () => Reading;
    }
  | {
      readonly kind: 'histogram';
      readonly name: string;
      readonly help: string;
      readonly read: () => Iterable<HistogramSample>;
    };

const NAME = /^[a-z][a-z0-9]*(_[a-z0-9]+)+$/;
/** The longest that a scrape waits for its preparations, in milliseconds; then it shows what is known. */
const MOST_WAIT = 500;

/**
 * The metrics of the service. Features count in plain numbers, which are read when metrics are scraped; so a metric
 * costs nothing in between. Labels have few values, which the code knows: never names, ids or texts of requests.
 */
export class MetricRegistry {
  readonly #families = new Map<string, Family>();
  readonly #preparations: Array<() => Promise<unknown>> = [];

  /** A number that only grows. By convention its name ends with `_total`. */
  counter(name: string, help: string, read: () => Reading): void {
    if (!name.endsWith('_total')) throw new Error(`the counter ${name} does not end with _total`);
    this.#add({ kind: 'counter', name, help, read });
  }

  /** A number that goes up and down. */
  gauge(name: string, help: string, read: () => Reading): void {
    this.#add({ kind: 'gauge', name, help, read });
  }

  histogram(name: string, help: string, read: () => Iterable<HistogramSample>): void {
    this.#add({ kind: 'histogram', name, help, read });
  }

  /** Calls `work` before each scrape, for numbers that cannot be read at once. */
  beforeScrape(work: () => Promise<unknown>): void {
    this.#preparations.push(work);
  }

  /** Resolves when all preparations have ended, or some take too long. */
  async prepared(): Promise<void> {
    if (this.#preparations.length === 0) return;
    const over = new AbortController();
    const late = sleep(MOST_WAIT, undefined, { signal: over.signal, ref: false }).catch(() => {});
    await Promise.race([Promise.allSettled(this.#preparations.map((work) => work())), late]);
    over.abort();
  }

  get families(): Iterable<Family> {
    return this.#families.values();
  }

  #add(family: Family): void {
    const { name } = family;
    if (!NAME.test(name)) throw new Error(`${name} is no name of a metric`);
    if (this.#families.has(name)) throw new Error(`there are two metrics with the name ${name}`);
    this.#families.set(name, family);
  }
}
