import type { PersonRecord } from '../store/dashboard-port.ts';
import type { Audit } from './audit.ts';

/**
 * Milliseconds within which further failures are counted before the next entry. It doubles with every entry, and starts
 * over after the longest pause without a failure: a day of attempts makes some thirty entries per person.
 */
const FIRST_PAUSE = 60_000;
const LONGEST_PAUSE = 3_600_000;

/** Addresses that an entry names. */
const NAMED_ADDRESSES = 3;

const VISITOR = { id: null, name: 'unknown visitor' };

interface Series {
  /** The name of the person; '' for unknown names. */
  name: string;
  pause: number;
  lastAt: number;
  /** Failures since the last entry, and where they came from. */
  count: number;
  addresses: Set<string>;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Records wrong passwords in the audit log: the first at once, the following ones counted. An attacker can neither fill the
 * log nor push other entries out of it, as there is one series for each person, and one for all unknown names. Unknown
 * names are not recorded: people type their password into the wrong field.
 */
export class FailedSignIns {
  readonly #audit: Pick<Audit, 'record'>;
  /** By the id of the person; '' for unknown names. */
  readonly #series = new Map<string, Series>();
  readonly #writes = new Set<Promise<void>>();

  constructor(audit: Pick<Audit, 'record'>) {
    this.#audit = audit;
  }

  /** Returns at once, so that the time of a response does not depend on what is recorded. */
  note(person: Pick<PersonRecord, 'id' | 'name'> | undefined, address: string): void {
    const key = person?.id ?? '';
    const series = this.#series.get(key) ?? newSeries();
    this.#series.set(key, series);
    const now = Date.now();
    const hasRested = now - series.lastAt > LONGEST_PAUSE;
    series.name = person?.name ?? '';
    series.lastAt = now;
    series.count++;
    if (series.addresses.size <= NAMED_ADDRESSES) series.addresses.add(address);
    if (series.timer !== undefined) return;
    if (hasRested) series.pause = FIRST_PAUSE / 2;
    this.#write(series);
  }

  /** Writes an entry and starts the next pause. */
  #write(series: Series): void {
    this.#record(series);
    series.pause = Math.min(2 * series.pause, LONGEST_PAUSE);
    series.timer = setTimeout(() => {
      series.timer = undefined;
      if (series.count > 0) this.#write(series);
    }, series.pause).unref();
  }

  #record(series: Series): void {
    const { name, count, addresses } = series;
    const named = [...addresses].slice(0, NAMED_ADDRESSES).join(', ');
    const detail = addresses.size > NAMED_ADDRESSES ? `${named} and others` : named;
    series.count = 0;
    series.addresses = new Set();
    const action = { action: 'sign-in.failed', subject: name, detail, count } as const;
    const write: Promise<void> = this.#audit
      .record({ person: VISITOR, accountId: null }, action)
      // The store may be away or full; the attempt was refused in any case.
      .catch(() => {})
      .finally(() => this.#writes.delete(write));
    this.#writes.add(write);
  }

  /** Records what was only counted, and waits for all writes. */
  async close(): Promise<void> {
    for (const series of this.#series.values()) {
      clearTimeout(series.timer);
      if (series.count > 0) this.#record(series);
    }
    await Promise.all(this.#writes);
  }
}

const newSeries = (): Series => ({
  name: '',
  pause: FIRST_PAUSE / 2,
  lastAt: Number.NEGATIVE_INFINITY,
  count: 0,
  addresses: new Set(),
  timer: undefined,
});
