import type { Random } from '../support/seed.ts';
import { type Answer, request } from '../support/service.ts';
import { PRIVATE_KEY } from './writer.ts';

/** A document as it was sent; `year` may be a number or not. */
export interface Sent {
  readonly name: string;
  readonly year?: string;
  /** Set for the documents that make the engine large. */
  readonly moments?: readonly string[];
}
export type Log = Map<string, Sent>;

export const isNumber = (year: string | undefined): boolean =>
  year !== undefined && !year.startsWith('about');

interface Operation {
  readonly method: string;
  readonly body: ReadonlyArray<string | ({ id: string } & Partial<Sent>)>;
}

/**
 * A client that writes to an engine during type changes and records what was acknowledged. It has its own documents and
 * its share of those that existed before.
 */
export class TypedWriter {
  readonly log: Log;
  inFlight: Operation | undefined;
  /** The documents that it has written in this round. */
  readonly touched = new Set<string>();
  acknowledged = 0;
  refused = 0;
  readonly #name: string;
  readonly #random: Random;
  #count = 0;

  constructor(name: string, random: Random, share: Log) {
    this.#name = name;
    this.#random = random;
    this.log = share;
  }

  async writeUntilKilled(documentsUrl: string): Promise<void> {
    for (;;) {
      const { method, body } = this.#choose();
      this.inFlight = { method, body };
      for (const item of body) this.touched.add(typeof item === 'string' ? item : item.id);
      let answer: Answer;
      try {
        answer = await request(documentsUrl, method, { key: PRIVATE_KEY, body });
      } catch {
        return;
      }
      if (answer.status !== 200) throw new Error(`${method} was refused: ${answer.status} ${answer.text}`);
      const isTaken = answer.json.map((result: { errors?: string[] }) => !result.errors?.length);
      this.refused += isTaken.filter((taken: boolean) => !taken).length;
      applyTo(this.log, { method, body: body.filter((_, i) => isTaken[i]) });
      this.inFlight = undefined;
      this.acknowledged++;
    }
  }

  /**
   * The possible states of the store: without the pending operation, with it, or with the part that is valid as
   * numbers.
   */
  possibleLogs(): Log[] {
    const { inFlight, log } = this;
    if (inFlight === undefined) return [log];
    const { method, body } = inFlight;
    const numbers = body.filter(
      (item) => typeof item === 'string' || item.year === undefined || isNumber(item.year),
    );
    return [[], body, numbers].map((applied) => {
      const copy = new Map(log);
      applyTo(copy, { method, body: applied });
      return copy;
    });
  }

  #choose(): Operation {
    const dice = this.#random.below(10);
    const ids = Array.from({ length: 1 + this.#random.below(4) }, () => this.#random.below(40));
    const own = [...new Set(ids)].map((n) => `${this.#name}-${n}`);
    const known = [...this.log.keys()];
    const name = `${this.#name}stamp${this.#count++}`;
    if (dice < 4) return { method: 'POST', body: own.map((id) => ({ id, name, year: this.#year() })) };
    if (dice < 6) return { method: 'DELETE', body: own };
    if (dice < 7) return { method: 'DELETE', body: [this.#random.pick(known)] };
    const patched = [...new Set([this.#random.pick(known), this.#random.pick(known)])];
    // A patch of the name leaves a year that is not a number unchanged.
    return {
      method: 'PATCH',
      body: patched.map((id) => ({ id, name, ...(dice === 9 && { year: this.#year() }) })),
    };
  }

  #year(): string {
    const year = 1000 + this.#random.below(1000);
    return this.#random.below(3) === 0 ? `about ${year}` : `${year}.50`;
  }
}

function applyTo(log: Log, { method, body }: Operation): void {
  for (const item of body) {
    if (typeof item === 'string') log.delete(item);
    else {
      const { id, ...fields } = item;
      const before = log.get(id);
      if (method === 'POST') log.set(id, fields as Sent);
      else if (before) log.set(id, { ...before, ...fields });
    }
  }
}
