import assert from 'node:assert/strict';
import type { Random } from '../support/seed.ts';
import { HERE, type Mixed, WORDS } from './mixed.ts';

interface Stay {
  readonly id: string;
  arrivedAt: number;
  /** When its deletion was sent, and when it was acknowledged. */
  leavingAt: number;
  goneAt: number;
}

const NEVER = Number.POSITIVE_INFINITY;

/** Documents that are added and deleted one by one, with times, so that their number at any moment has known bounds. */
export class TransientDocuments {
  readonly #mixed: Mixed;
  readonly #random: Random;
  readonly #stays: Stay[] = [];

  constructor(mixed: Mixed, random: Random) {
    this.#mixed = mixed;
    this.#random = random;
  }

  get arrived(): number {
    return this.#stays.length;
  }

  get gone(): number {
    return this.#stays.filter(({ goneAt }) => goneAt < NEVER).length;
  }

  async write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const here = this.#stays.filter(({ leavingAt }) => leavingAt === NEVER);
      if (here.length > 30 || (here.length > 0 && this.#random.below(2) === 0)) {
        await this.#leave(this.#random.pick(here));
      } else await this.#arrive();
    }
  }

  /** The minimum and maximum number of documents for a search sent at `from` and answered by now. */
  boundsSince(from: number): readonly [number, number] {
    let least = 0;
    let most = 0;
    for (const { arrivedAt, leavingAt, goneAt } of this.#stays) {
      if (arrivedAt < from && leavingAt === NEVER) least++;
      if (goneAt > from) most++;
    }
    return [least, most];
  }

  async #arrive(): Promise<void> {
    const id = `passer-${this.#stays.length}`;
    const stay: Stay = { id, arrivedAt: NEVER, leavingAt: NEVER, goneAt: NEVER };
    this.#stays.push(stay);
    await this.#mixed.must('POST', '/documents', [{ id, here: HERE, title: WORDS, body: WORDS }]);
    stay.arrivedAt = performance.now();
    assert.deepEqual(await this.#found(id), [id], 'its own write');
  }

  async #leave(stay: Stay): Promise<void> {
    stay.leavingAt = performance.now();
    await this.#mixed.must('DELETE', '/documents', [stay.id]);
    stay.goneAt = performance.now();
    assert.deepEqual(await this.#found(stay.id), [], 'its own deletion');
  }

  async #found(id: string): Promise<string[]> {
    const { meta, results } = await this.#mixed.search({ query: '', filters: { id } });
    assert.equal(meta.page.total_results, results.length);
    return results.map((result: { id: { raw: string } }) => result.id.raw);
  }
}
