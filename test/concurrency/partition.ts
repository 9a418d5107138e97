import assert from 'node:assert/strict';
import type { Random } from '../support/seed.ts';
import { HEAVY, HERE, type Mixed, WORDS } from './mixed.ts';

const MEMBERS = 50;

/** The state of a partition after one of its writes: all its documents in one version, or none. */
type State = 'written' | 'deleted';

/**
 * Documents that one writer always writes, patches or deletes together: a search must see the result of a whole write,
 * and not one older than the last acknowledged before the search.
 */
export class Partition {
  readonly name: string;
  readonly #mixed: Mixed;
  readonly #random: Random;
  /** By number of the write; the first one is 1. */
  readonly #states: State[] = ['deleted'];
  #acknowledged = 0;
  writes = 0;
  deletions = 0;
  searches = 0;

  constructor(name: string, mixed: Mixed, random: Random) {
    this.name = name;
    this.#mixed = mixed;
    this.#random = random;
  }

  /** The last acknowledged write. */
  get acknowledged(): number {
    return this.#acknowledged;
  }

  /** The minimum and maximum number of its documents since a write was acknowledged. */
  boundsSince(acknowledged: number): readonly [number, number] {
    const possible = this.#states.slice(acknowledged);
    const counts = possible.map((state) => (state === 'written' ? MEMBERS : 0));
    return [Math.min(...counts), Math.max(...counts)];
  }

  /** Writes, and checks after each write that it is visible. */
  async write(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      const number = this.#states.length;
      const isThere = this.#states[number - 1] === 'written';
      const dice = this.#random.below(6);
      const ids = Array.from({ length: MEMBERS }, (_, i) => `${this.name}-${i}`);
      const path = '/documents';
      if (isThere && dice === 0) {
        this.#states.push('deleted');
        await this.#mixed.must('DELETE', path, ids);
        this.deletions++;
      } else if (isThere && dice < 3) {
        this.#states.push('written');
        await this.#mixed.must(
          'PATCH',
          path,
          ids.map((id) => ({ id, version: number })),
        );
      } else {
        this.#states.push('written');
        const fields = { here: HERE, part: this.name, version: number, flip: '5', title: WORDS, body: WORDS };
        await this.#mixed.must(
          'POST',
          path,
          ids.map((id) => ({ id, ...fields })),
        );
      }
      this.#acknowledged = number;
      this.writes++;
      await this.look();
    }
  }

  /** Searches, heavily or not, until it is stopped. */
  async search(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) await this.look();
  }

  /** One search: it must show the state after one write, at least as new as the last acknowledged one. */
  async look(): Promise<void> {
    const oldest = this.#acknowledged;
    const query = this.#random.below(2) === 0 ? HEAVY : '';
    const facets = { version: { type: 'value', size: 250 }, flip: { type: 'value', size: 250 } };
    const page = { size: 10 };
    const search = { query, filters: { part: this.name }, facets, page };
    const answer = await this.#mixed.search(search);
    const newest = this.#states.length - 1;
    this.searches++;

    const total: number = answer.meta.page.total_results;
    const versions: Array<{ value: number; count: number }> = answer.facets.version[0].data;
    const told = JSON.stringify({ name: this.name, oldest, newest, total, versions });
    if (total === 0) {
      assert.deepEqual(versions, []);
      const possible = this.#states.slice(oldest, newest + 1);
      assert.ok(possible.includes('deleted'), `there was no time without documents: ${told}`);
      assert.deepEqual(answer.results, []);
      return;
    }
    assert.equal(total, MEMBERS, `all of a batch, or nothing: ${told}`);
    assert.equal(versions.length, 1, `one version: ${told}`);
    const [{ value: version, count } = { value: 0, count: 0 }] = versions;
    assert.equal(count, MEMBERS, told);
    assert.ok(version >= oldest && version <= newest && this.#states[version] === 'written', told);
    for (const result of answer.results) assert.equal(result.version.raw, version, told);
    // One generation has one type.
    const flips: Array<{ value: unknown; count: number }> = answer.facets.flip[0].data;
    const [flip] = flips;
    assert.ok(flips.length === 1 && flip?.count === MEMBERS && [5, '5'].includes(flip.value as string), told);
  }
}
