import type { Random } from '../support/seed.ts';
import { type Answer, request } from '../support/service.ts';

/** The states that a document may have: one after an acknowledged write, several after one without an answer. */
type States = readonly (number | null)[];

const BATCH = 20;
const WORDS = ['cave', 'river', 'lake', 'forest', 'desert', 'canyon', 'glacier', 'island'];
export const ENGINE = 'soak';

/**
 * Writes to the engine `soak` and remembers what must be there: by id the version of the last acknowledged write, null
 * if it was deleted. A write without an answer of 200 may or may not have happened.
 */
export class Journal {
  readonly #expected = new Map<string, States>();
  readonly #url: string;
  readonly #key: string;
  readonly #random: Random;
  #version = 0;
  writes = 0;
  unanswered = 0;

  constructor(baseUrl: string, key: string, random: Random) {
    this.#url = `${baseUrl}/api/as/v1/engines/${ENGINE}`;
    this.#key = key;
    this.#random = random;
  }

  /** Writes or deletes the documents of one group of ids; the groups of concurrent calls must differ. */
  async write(group: number): Promise<Answer | undefined> {
    const version = ++this.#version;
    const ids = Array.from({ length: BATCH }, (_, at) => `g${group}-${at}`);
    const isDeletion = this.#random.below(5) === 0;
    const next = isDeletion ? null : version;
    const answer = await this.#send(ids, next);
    const isAcknowledged = answer?.status === 200;
    this.writes++;
    if (!isAcknowledged) this.unanswered++;
    for (const id of ids) {
      const before = this.#expected.get(id) ?? [null];
      this.#expected.set(id, isAcknowledged ? [next] : [...new Set([...before, next])]);
    }
    return answer;
  }

  async #send(ids: readonly string[], version: number | null): Promise<Answer | undefined> {
    const documents = ids.map((id) => ({
      id,
      title: `${this.#random.pick(WORDS)} ${this.#random.pick(WORDS)} ${id}`,
      version,
      year: String(1900 + ((version ?? 0) % 100)),
    }));
    return request(`${this.#url}/documents`, version === null ? 'DELETE' : 'POST', {
      key: this.#key,
      body: version === null ? ids : documents,
    }).catch(() => undefined);
  }

  /** Differences between the service and this journal, and the number of documents that were compared. */
  async differences(): Promise<{ readonly found: readonly string[]; readonly compared: number }> {
    const found: string[] = [];
    const ids = [...this.#expected.keys()];
    let present = 0;
    for (let from = 0; from < ids.length; from += 100) {
      const asked = ids.slice(from, from + 100);
      const { status, json, text } = await request(`${this.#url}/documents`, 'GET', {
        key: this.#key,
        body: asked,
      });
      if (status !== 200) throw new Error(`reading documents: ${status} ${text}`);
      for (const [at, id] of asked.entries()) {
        const document = json[at];
        const version = document === null ? null : Number(document.version);
        if (version !== null) present++;
        const states = this.#expected.get(id) ?? [];
        if (!states.includes(version))
          found.push(`${id} has version ${version}, expected ${states.join(' or ')}`);
      }
    }
    const total = await this.#searched();
    if (total !== present) found.push(`searches find ${total} documents of ${present}`);
    return { found, compared: ids.length };
  }

  /** The number of documents that a search finds. */
  async #searched(): Promise<number> {
    const body = { query: '', page: { size: 1 } };
    const { json } = await request(`${this.#url}/search`, 'POST', { key: this.#key, body });
    return json.meta.page.total_results;
  }
}
