import type { ChildProcess } from 'node:child_process';
import type { Order, Report, Sample, Stretch } from '../observe.ts';

/** Below this share of a core the service is idle. */
const AT_REST = 0.05;
/** Merges of a million documents take long. */
const IDLE_TIMEOUT = 600_000;

/** The other end of `observe.ts`: collects samples, and summarises the time between two calls. */
export class Observer {
  readonly samples: Sample[] = [];
  readonly #process: ChildProcess;

  constructor(process: ChildProcess) {
    this.#process = process;
    process.on('message', (report: Report) => {
      if ('sample' in report) this.samples.push(report.sample);
    });
  }

  async begin(): Promise<void> {
    await this.#ask('begin', (report) => ('begun' in report ? true : undefined));
  }

  end(): Promise<Stretch> {
    return this.#ask('end', (report) => ('stretch' in report ? report.stretch : undefined));
  }

  /** Waits until two consecutive samples show almost no work: merges and checkpoints are done. */
  async settled(): Promise<void> {
    const until = Date.now() + IDLE_TIMEOUT;
    for (let quiet = 0; quiet < 2; ) {
      const { cores } = await this.#next((report) => ('sample' in report ? report.sample : undefined));
      quiet = cores < AT_REST ? quiet + 1 : 0;
      if (Date.now() > until) throw new Error('The service does not come to rest.');
    }
  }

  #ask<T>(order: Order, answer: (report: Report) => T | undefined): Promise<T> {
    const reported = this.#next(answer);
    this.#process.send(order);
    return reported;
  }

  /** The next report for which `pick` returns a value. */
  #next<T>(pick: (report: Report) => T | undefined): Promise<T> {
    const { promise, resolve, reject } = Promise.withResolvers<T>();
    const listen = (report: Report): void => {
      const found = pick(report);
      if (found !== undefined) resolve(found);
    };
    const ended = (): void => reject(new Error('The service has ended.'));
    this.#process.on('message', listen);
    this.#process.once('exit', ended);
    return promise.finally(() => {
      this.#process.off('message', listen);
      this.#process.off('exit', ended);
    });
  }
}
