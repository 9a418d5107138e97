import type { Random } from '../support/seed.ts';
import { type Answer, request } from '../support/service.ts';

export const PRIVATE_KEY = 'private-testtesttesttest';
export const ADMIN_KEY = 'admin-testtesttesttest';

/** The data that a writer has stored: engine name to documents by id, and key names to values. */
export interface Holdings {
  readonly engines: Map<string, Map<string, Record<string, string>>>;
  readonly keys: Map<string, string>;
}

const copyOf = ({ engines, keys }: Holdings): Holdings => ({
  engines: new Map([...engines].map(([name, documents]) => [name, new Map(documents)])),
  keys: new Map(keys),
});

interface Operation {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  /** Applies the change to the log; `answer` is undefined if the server was killed before it responded. */
  effect(holdings: Holdings, answer: Answer | undefined): void;
}

export const SHARED_ENGINES = ['one', 'two'] as const;
const IDS = 40;

/**
 * A client that sends one write after another and records the acknowledged ones and the one pending when the server was
 * killed. Its names are unique, so no other client changes its data.
 */
export class Writer {
  readonly name: string;
  holdings: Holdings = { engines: new Map(SHARED_ENGINES.map((name) => [name, new Map()])), keys: new Map() };
  /** Sent but never answered. */
  inFlight: Operation | undefined;
  acknowledged = 0;
  readonly #random: Random;
  #stamps = 0;

  constructor(name: string, random: Random) {
    this.name = name;
    this.#random = random;
  }

  owns(name: string): boolean {
    return name.startsWith(`${this.name}-`);
  }

  /** The stored data if the pending operation was applied. */
  holdingsWithInFlight(): Holdings {
    const holdings = copyOf(this.holdings);
    this.inFlight?.effect(holdings, undefined);
    return holdings;
  }

  /** Writes until the server no longer responds. */
  async writeUntilKilled(baseUrl: string): Promise<void> {
    for (;;) {
      const operation = this.#choose();
      this.inFlight = operation;
      const key = operation.path.startsWith('/credentials') ? ADMIN_KEY : PRIVATE_KEY;
      let answer: Answer;
      try {
        const { method, path, body } = operation;
        answer = await request(`${baseUrl}/api/as/v1${path}`, method, { key, body });
      } catch {
        return;
      }
      if (answer.status !== 200) {
        throw new Error(`${operation.method} ${operation.path} was refused: ${answer.status} ${answer.text}`);
      }
      operation.effect(this.holdings, answer);
      this.inFlight = undefined;
      this.acknowledged++;
    }
  }

  #choose(): Operation {
    const dice = this.#random.below(100);
    if (dice < 50) return this.#post();
    if (dice < 70) return this.#patch();
    if (dice < 85) return this.#delete();
    return dice < 93 ? this.#engine() : this.#key();
  }

  /** A unique word. */
  #stamp(): string {
    return `${this.name}stamp${this.#stamps++}`;
  }

  #ids(most: number): string[] {
    const ids = Array.from({ length: 1 + this.#random.below(most) }, () => this.#random.below(IDS));
    return [...new Set(ids)].map((n) => `${this.name}-${n}`);
  }

  #someEngine(): string {
    return this.#random.pick([...this.holdings.engines.keys()]);
  }

  #post(): Operation {
    const engine = this.#someEngine();
    const stamp = this.#stamp();
    const documents = this.#ids(8).map((id, i) => ({
      id,
      stamp,
      place: `number ${i}`,
      // Documents also add fields.
      ...(this.#random.below(10) === 0 && { [`extra_${this.#random.below(20)}`]: stamp }),
    }));
    // Now and then one document of the batch is invalid, which does not affect the others.
    const bad = this.#random.below(8) === 0 ? [{ id: `${this.name}-bad`, 'Bad Name': 'x' }] : [];
    return {
      method: 'POST',
      path: `/engines/${engine}/documents`,
      body: [...documents, ...bad],
      effect: ({ engines }) => {
        for (const document of documents) engines.get(engine)?.set(document.id, document);
      },
    };
  }

  #patch(): Operation {
    const engine = this.#someEngine();
    const stamp = this.#stamp();
    const known = this.holdings.engines.get(engine);
    const patches = this.#ids(6).map((id) => ({ id, patched: stamp }));
    return {
      method: 'PATCH',
      path: `/engines/${engine}/documents`,
      body: patches,
      effect: ({ engines }) => {
        for (const patch of patches) {
          const before = known && engines.get(engine)?.get(patch.id);
          if (before) engines.get(engine)?.set(patch.id, { ...before, ...patch });
        }
      },
    };
  }

  #delete(): Operation {
    const engine = this.#someEngine();
    const ids = this.#ids(5);
    return {
      method: 'DELETE',
      path: `/engines/${engine}/documents`,
      body: ids,
      effect: ({ engines }) => {
        for (const id of ids) engines.get(engine)?.delete(id);
      },
    };
  }

  /** Creates an engine of its own, or deletes it with all its documents. */
  #engine(): Operation {
    const name = `${this.name}-engine-${this.#random.below(2)}`;
    if (this.holdings.engines.has(name)) {
      return {
        method: 'DELETE',
        path: `/engines/${name}`,
        effect: ({ engines }) => void engines.delete(name),
      };
    }
    return {
      method: 'POST',
      path: '/engines',
      body: { name },
      effect: ({ engines }) => void engines.set(name, new Map()),
    };
  }

  #key(): Operation {
    const name = `${this.name}-key-${this.#random.below(6)}`;
    if (this.holdings.keys.has(name)) {
      return {
        method: 'DELETE',
        path: `/credentials/${name}`,
        effect: ({ keys }) => void keys.delete(name),
      };
    }
    return {
      method: 'POST',
      path: '/credentials',
      body: { name, type: 'private', read: true, write: false, access_all_engines: true },
      effect: ({ keys }, answer) => void keys.set(name, answer?.json.key ?? ''),
    };
  }
}
