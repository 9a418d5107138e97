import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { until } from '../support/until.ts';
import { type ClusterOptions, startNodes, type TestNode } from './cluster.ts';
import type { SharedStores } from './node-stores.ts';
import type { SuiteOptions } from './suite-options.ts';

const WORDS = ['moss', 'river', 'lake', 'stone', 'cloud', 'amber'];
const IDS = Array.from({ length: 40 }, (_, i) => `d${i}`);
const NAMES = ['ants', 'bees', 'cats'];
const EXTRA = ['colour', 'place', 'mood'];

type Body = Record<string, string | number>;

/** An engine as all nodes must show it. */
class ModelEngine {
  readonly documents = new Map<string, Body>();
  yearIsNumber = false;
  sequence = 0;
}

/** Random calls to random nodes, some at once, compared with a model on every node. */
class Player {
  readonly #nodes: readonly TestNode[];
  readonly #random: Random;
  readonly #engines = new Map<string, ModelEngine>();

  constructor(nodes: readonly TestNode[], random: Random) {
    this.#nodes = nodes;
    this.#random = random;
  }

  async step(): Promise<void> {
    const name = this.#random.pick(NAMES);
    const engine = this.#engines.get(name);
    if (engine === undefined) return this.#create(name);
    const kind = this.#random.below(20);
    if (kind === 0) await this.#delete(name);
    else if (kind < 3) await this.#changeType(name, engine);
    else if (kind < 6) await this.#remove(name, engine);
    else if (kind < 9) await this.#patch(name, engine);
    else await this.#write(name, engine);
    const seen = this.#engines.get(name);
    if (seen !== undefined && this.#random.below(3) === 0) await this.#compare(name, seen, this.#node());
  }

  /** Compares every engine on every node. */
  async look(): Promise<void> {
    for (const [name, engine] of this.#engines) {
      for (const node of this.#nodes) await this.#compare(name, engine, node);
    }
    for (const name of NAMES.filter((one) => !this.#engines.has(one))) {
      for (const node of this.#nodes) {
        await until(`${name} is gone`, async () => (await node.call('GET', `/${name}`)).status === 404);
      }
    }
  }

  #node(): TestNode {
    return this.#random.pick(this.#nodes);
  }

  #body(): Body {
    const random = this.#random;
    const body: Body = {
      title: `${random.pick(WORDS)} ${random.pick(WORDS)}`,
      year: 1900 + random.below(50),
    };
    if (random.below(4) === 0) body[random.pick(EXTRA)] = random.pick(WORDS);
    return body;
  }

  async #create(name: string): Promise<void> {
    await this.#node().must('POST', '', { body: { name } });
    this.#engines.set(name, new ModelEngine());
  }

  async #delete(name: string): Promise<void> {
    await this.#node().must('DELETE', `/${name}`);
    this.#engines.delete(name);
  }

  /** Two nodes write different documents at the same time. */
  async #write(name: string, engine: ModelEngine): Promise<void> {
    const random = this.#random;
    const halves = [IDS.slice(0, 20), IDS.slice(20)];
    const batches = halves.map((ids) =>
      Array.from({ length: random.below(5) }, () => [random.pick(ids), this.#body()] as const),
    );
    await Promise.all(
      batches.map(async (batch) => {
        const documents = [...new Map(batch)].map(([id, body]) => ({ id, ...body }));
        if (documents.length === 0) return;
        const last = await this.#node().write(name, documents);
        engine.sequence = Math.max(engine.sequence, last);
        for (const { id, ...body } of documents) engine.documents.set(id, body as Body);
      }),
    );
  }

  async #patch(name: string, engine: ModelEngine): Promise<void> {
    const id = this.#random.pick([...engine.documents.keys(), 'd0']);
    const before = engine.documents.get(id);
    if (before === undefined) return;
    const { year: _, ...patch } = this.#body();
    const { headers } = await this.#node().must('PATCH', `/${name}/documents`, { body: [{ id, ...patch }] });
    engine.sequence = Number(headers.get('x-findling-sequence'));
    engine.documents.set(id, { ...before, ...patch });
  }

  async #remove(name: string, engine: ModelEngine): Promise<void> {
    const ids = Array.from({ length: 3 }, () => this.#random.pick(IDS));
    const { json, headers } = await this.#node().must('DELETE', `/${name}/documents`, { body: ids });
    engine.sequence = Number(headers.get('x-findling-sequence'));
    const expected = ids.map((id) => ({ id, deleted: engine.documents.delete(id) }));
    assert.deepEqual(json, expected);
  }

  /** A change of a type, during which other nodes write; it may be cancelled. */
  async #changeType(name: string, engine: ModelEngine): Promise<void> {
    if (engine.documents.size === 0) return;
    const node = this.#node();
    const isNumber = !engine.yearIsNumber;
    node.pausable.delay = this.#random.pick([0, 0, 50, 300]);
    await node.must('POST', `/${name}/schema`, { body: { year: isNumber ? 'number' : 'text' } });
    engine.yearIsNumber = isNumber;
    await this.#write(name, engine);
    if (this.#random.below(3) === 0) {
      const { status, text } = await this.#node().call('POST', `/${name}/schema/reindex/cancel`);
      assert.ok(status === 200 || text.includes('Engine is not reindexing.'), text);
      if (status === 200) engine.yearIsNumber = !isNumber;
    }
    node.pausable.delay = 0;
    await node.settled(name);
  }

  async #compare(name: string, engine: ModelEngine, node: TestNode): Promise<void> {
    const { documents, sequence } = engine;
    const where = `${name} on node ${this.#nodes.indexOf(node)}`;
    const idsWith = (holds: (body: Body) => boolean): string[] =>
      [...documents].flatMap(([id, body]) => (holds(body) ? [id] : [])).sort();
    assert.deepEqual(
      await node.found(name, {}, sequence),
      idsWith(() => true),
      where,
    );
    const word = this.#random.pick(WORDS);
    const hasWord = (body: Body) =>
      ['title', ...EXTRA].some((field) =>
        String(body[field] ?? '')
          .split(' ')
          .includes(word),
      );
    const search = { query: word, precision: 11 };
    assert.deepEqual(await node.found(name, search, sequence), idsWith(hasWord), `${where}: ${word}`);
    if (documents.size === 0) return;
    const year = 1900 + this.#random.below(50);
    const filters = { year: engine.yearIsNumber ? { from: year } : String(year) };
    const passes = ({ year: own }: Body) =>
      own !== undefined && (engine.yearIsNumber ? Number(own) >= year : String(own) === String(year));
    assert.deepEqual(await node.found(name, { filters }, sequence), idsWith(passes), `${where}: ${year}`);
  }
}

export function interleavingSuite(
  adapter: string,
  stores: SharedStores,
  { skip = false, steps: usual = 150, ...options }: SuiteOptions & ClusterOptions & { steps?: number } = {},
): void {
  suite(`nodes on one ${adapter}: random calls`, { skip }, () => {
    test('all nodes show what a model says', async (t) => {
      const random = new Random(announcedSeed(`nodes on ${adapter}`));
      const nodes = await startNodes(t, 3, stores, options);
      const player = new Player(nodes, random);
      const steps = repetitions('STEPS', usual);
      for (let n = 1; n <= steps; n++) {
        await player.step();
        if (n % 50 === 0 || n === steps) await player.look();
      }
    });
  });
}
