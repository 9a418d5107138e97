import type { Random } from '../support/seed.ts';
import { type Answer, request } from '../support/service.ts';
import { PRIVATE_KEY } from './writer.ts';

/** A document as it was sent. */
export interface Sent {
  /** A unique word. */
  readonly stamp: string;
  /** The round of the test that wrote it. */
  readonly round: string;
  /** A number, sent as text: it is valid for both types. */
  readonly year: string;
}
export type Log = Map<string, Sent>;

interface Operation {
  readonly method: 'POST' | 'DELETE';
  readonly body: ReadonlyArray<string | ({ readonly id: string } & Sent)>;
}

/** A few documents at a time, or as many as a request may have. */
export type Pace = 'steps' | 'rush';

/**
 * A client that writes batches to one engine, each as soon as the previous one is answered, and records what was
 * acknowledged. No other client uses its ids.
 */
export class IndexWriter {
  readonly name: string;
  log: Log = new Map();
  /** Sent and not answered yet. */
  #inFlight: Operation | undefined;
  acknowledged = 0;
  readonly #random: Random;
  readonly #count: number;
  #stamps = 0;

  constructor(name: string, count: number, random: Random) {
    this.name = name;
    this.#count = count;
    this.#random = random;
  }

  /** All of its documents, in batches. */
  async writeAll(documentsUrl: string, round: string): Promise<void> {
    for (let from = 0; from < this.#count; from += 100) {
      const numbers = Array.from({ length: Math.min(100, this.#count - from) }, (_, i) => from + i);
      if (!(await this.#send(documentsUrl, this.#post(numbers, round))))
        throw new Error('the server is gone');
    }
  }

  /** Writes until `signal` aborts or the server is gone. */
  async write(documentsUrl: string, round: string, pace: Pace, signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await this.#send(documentsUrl, this.#choose(round, pace))));
  }

  /** The possible states of the store: without the pending operation, and with it. */
  possibleLogs(): Log[] {
    if (this.#inFlight === undefined) return [this.log];
    const applied = new Map(this.log);
    applyTo(applied, this.#inFlight);
    return [this.log, applied];
  }

  /** Sets which of the possible logs is the stored one. */
  settle(log: Log): void {
    this.log = log;
    this.#inFlight = undefined;
  }

  async #send(documentsUrl: string, operation: Operation): Promise<boolean> {
    const { method, body } = operation;
    this.#inFlight = operation;
    let answer: Answer;
    try {
      answer = await request(documentsUrl, method, { key: PRIVATE_KEY, body });
    } catch {
      return false;
    }
    if (answer.status !== 200) throw new Error(`${method} was refused: ${answer.status} ${answer.text}`);
    applyTo(this.log, operation);
    this.#inFlight = undefined;
    this.acknowledged++;
    return true;
  }

  #choose(round: string, pace: Pace): Operation {
    const most = pace === 'rush' ? 100 : 1 + this.#random.below(12);
    const from = this.#random.below(this.#count);
    const numbers = Array.from({ length: most }, (_, i) => (from + i) % this.#count);
    if (this.#random.below(5) > 0) return this.#post(numbers, round);
    return { method: 'DELETE', body: numbers.map((number) => this.#id(number)) };
  }

  #post(numbers: readonly number[], round: string): Operation {
    const stamp = `${this.name}stamp${this.#stamps++}`;
    const year = `${1900 + this.#random.below(100)}`;
    return {
      method: 'POST',
      body: numbers.map((number) => ({ id: this.#id(number), stamp, round, year })),
    };
  }

  #id(number: number): string {
    return `${this.name}-${number}`;
  }
}

function applyTo(log: Log, { body }: Operation): void {
  for (const item of body) {
    if (typeof item === 'string') log.delete(item);
    else {
      const { id, ...sent } = item;
      log.set(id, sent);
    }
  }
}
