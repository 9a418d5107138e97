import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import type { Random } from '../support/seed.ts';
import { request } from '../support/service.ts';

type Document = Readonly<Record<string, string>>;
type State = ReadonlyMap<string, Document>;

const IDS = 60;

/** The states of an engine that one client writes to: one after each acknowledged write. */
export class EngineLoad {
  readonly engine: string;
  readonly #random: Random;
  readonly #states: State[] = [new Map()];
  /** The state after the write that is under way. */
  #next: State | undefined;
  #isEnding = false;

  constructor(engine: string, random: Random) {
    this.engine = engine;
    this.#random = random;
  }

  /** The number of acknowledged writes. */
  get acknowledged(): number {
    return this.#states.length - 1;
  }

  stop(): void {
    this.#isEnding = true;
  }

  /** Writes until it is stopped. */
  async run(baseUrl: string, key: string): Promise<void> {
    const url = `${baseUrl}/api/as/v1/engines/${this.engine}/documents`;
    while (!this.#isEnding) {
      const { method, body, state } = this.#choose();
      this.#next = state;
      const { status, text } = await request(url, method, { key, body });
      assert.equal(status, 200, text);
      this.#states.push(state);
      this.#next = undefined;
    }
  }

  /** The number of writes in a state, which must be at least `from`; fails if it is none of the states since then. */
  writesIn(actual: State, from: number): number {
    const states = this.#next === undefined ? this.#states : [...this.#states, this.#next];
    const found = states.findIndex((state, i) => i >= from && isDeepStrictEqual(state, actual));
    assert.ok(found >= 0, `${this.engine}: ${actual.size} documents are no state since write ${from}`);
    return found;
  }

  #choose(): { readonly method: string; readonly body: unknown; readonly state: State } {
    const state = new Map(this.#states.at(-1));
    const ids = Array.from({ length: 1 + this.#random.below(10) }, () => `d${this.#random.below(IDS)}`);
    const unique = [...new Set(ids)];
    if (this.#random.below(4) === 0) {
      for (const id of unique) state.delete(id);
      return { method: 'DELETE', body: unique, state };
    }
    // Documents of one write share a stamp: a part of a write would show.
    const stamp = `stamp${this.acknowledged + 1}`;
    const documents = unique.map((id) => ({
      id,
      stamp,
      text: `${stamp} ${'word '.repeat(this.#random.below(200))}`.trim(),
    }));
    for (const document of documents) state.set(document.id, document);
    return { method: 'POST', body: documents, state };
  }
}

/** The documents of an engine by id. */
export async function documentsOf(baseUrl: string, key: string, engine: string): Promise<State> {
  const url = `${baseUrl}/api/as/v1/engines/${engine}/documents/list?page[size]=100`;
  const { status, json, text } = await request(url, 'GET', { key });
  assert.equal(status, 200, text);
  return new Map(json.results.map((document: Document) => [document.id, document]));
}
