import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Random } from '../support/seed.ts';
import { ADMIN_KEY, type ProcessCluster, type ProcessNode, type Reply } from './process-cluster.ts';

const API = '/api/as/v1';
const ENGINES = ['ants', 'bees'];
const WORDS = ['moss', 'river', 'lake', 'stone', 'cloud', 'amber'];
const WRITERS = 6;
const IDS_PER_WRITER = 30;
/** How long the nodes have to agree when nothing disturbs them any more, in milliseconds. */
const SETTLING = 60_000;

interface Body {
  readonly title: string;
  readonly year: string;
  /** Differs between all writes. */
  readonly mark: string;
}

/** A document of the model. After a write without a response, either state is right. */
interface Known {
  state: Body | null;
  other: Body | null | undefined;
}

/** What clients do at random, and what the nodes must show afterwards. */
export class ProcessLoad {
  readonly #cluster: ProcessCluster;
  readonly #random: Random;
  /** By engine and id. */
  readonly #known = new Map<string, Map<string, Known>>(ENGINES.map((name) => [name, new Map()]));
  readonly #settling: number;
  #marks = 0;
  #keys = 0;
  readonly counts = { writes: 0, unknown: 0, refused: 0, read: 0, typeChanges: 0, keys: 0 };

  constructor(cluster: ProcessCluster, random: Random, settling = SETTLING) {
    this.#cluster = cluster;
    this.#random = random;
    this.#settling = settling;
  }

  async prepare(): Promise<void> {
    for (const name of ENGINES) {
      const made = await this.#node().call('POST', `${API}/engines`, { body: { name } });
      assert.equal(made?.status, 200, JSON.stringify(made));
    }
  }

  /** Writes, reads, changes types and keys until `end`. */
  async run(end: number): Promise<void> {
    const isOver = (): boolean => performance.now() > end;
    const writers = Array.from({ length: WRITERS }, async (_, writer) => {
      while (!isOver()) await this.#write(writer);
    });
    const keys = async (): Promise<void> => {
      while (!isOver()) await this.#tryKey();
    };
    const types = async (): Promise<void> => {
      while (!isOver()) {
        await this.#changeType();
        await sleep(2000);
      }
    };
    await Promise.all([...writers, keys(), types()]);
  }

  #node(): ProcessNode {
    return this.#random.pick(this.#cluster.nodes);
  }

  /** One writer has its own documents, so that it knows their order. */
  async #write(writer: number): Promise<void> {
    const random = this.#random;
    const engine = random.pick(ENGINES);
    const id = `w${writer}-${random.below(IDS_PER_WRITER)}`;
    const all = this.#known.get(engine) as Map<string, Known>;
    const known = all.get(id) ?? { state: null, other: undefined };
    // A request whose outcome is unknown may still be carried out by a node that was stopped.
    if (known.other !== undefined) return sleep(20);
    const isDeletion = random.below(4) === 0;
    const next: Body | null = isDeletion
      ? null
      : {
          title: `${random.pick(WORDS)} ${random.pick(WORDS)}`,
          year: String(1900 + random.below(100)),
          mark: `m${++this.#marks}`,
        };
    known.other = next;
    all.set(id, known);
    const reply = await this.#node().call(
      isDeletion ? 'DELETE' : 'POST',
      `${API}/engines/${engine}/documents`,
      {
        body: next === null ? [id] : [{ id, ...next }],
      },
    );
    if (reply?.status !== 200) {
      // A refusal means that nothing was stored, unless it says otherwise.
      const isUnknown = reply === undefined || (reply.status !== 0 && !isRefusal(reply));
      if (!isUnknown) known.other = undefined;
      this.counts[isUnknown ? 'unknown' : 'refused']++;
      return sleep(50);
    }
    if (next !== null) assert.deepEqual(reply.json, [{ id, errors: [] }]);
    known.state = next;
    known.other = undefined;
    this.counts.writes++;
    if (next !== null) await this.#readBack(engine, id, next, reply);
  }

  /** Any node must find the write when the request names its number. */
  async #readBack(engine: string, id: string, body: Body, { sequence }: Reply): Promise<void> {
    const node = this.#node();
    const found = await node.call('POST', `${API}/engines/${engine}/search`, {
      body: { query: body.mark, precision: 11 },
      sequence,
    });
    if (found?.status !== 200) return;
    this.counts.read++;
    assert.deepEqual(
      found.json.results.map((hit: { id: { raw: string } }) => hit.id.raw),
      [id],
      `${engine}/${id} after change ${sequence} on node ${node.number}`,
    );
  }

  /** A key that was deleted must be refused by every node. */
  async #tryKey(): Promise<void> {
    const name = `key-${++this.#keys}`;
    const admin = { key: ADMIN_KEY };
    const body = { name, type: 'private', read: true, write: true, access_all_engines: true };
    const made = await this.#node().call('POST', `${API}/credentials`, { ...admin, body });
    if (made?.status !== 200) return sleep(200);
    const key: string = made.json.key;
    await Promise.all(this.#cluster.nodes.map((node) => node.call('GET', `${API}/engines`, { key })));
    const deleted = await this.#node().call('DELETE', `${API}/credentials/${name}`, admin);
    if (deleted?.status !== 200) return sleep(200);
    this.counts.keys++;
    const tries = await Promise.all(
      this.#cluster.nodes.map((node) => node.call('GET', `${API}/engines`, { key })),
    );
    for (const [number, reply] of tries.entries()) {
      assert.notEqual(reply?.status, 200, `node ${number} accepted the deleted ${name}`);
    }
  }

  async #changeType(): Promise<void> {
    const engine = this.#random.pick(ENGINES);
    const year = this.#random.pick(['text', 'number']);
    const changed = await this.#node().call('POST', `${API}/engines/${engine}/schema`, { body: { year } });
    if (changed?.status === 200) this.counts.typeChanges++;
  }

  /** Waits until no node is behind and nothing is reindexed, then compares every node with the model. */
  async check(): Promise<void> {
    const end = performance.now() + this.#settling;
    const settle = async (what: string, holds: () => Promise<boolean>): Promise<void> => {
      while (!(await holds())) {
        if (performance.now() > end)
          throw new Error(`${what}, even ${this.#settling} ms after the last disturbance`);
        await sleep(200);
      }
    };
    // Requests that stopped nodes had received may still run.
    await sleep(2000);
    for (const node of this.#cluster.nodes) {
      await settle(`node ${node.number} is behind`, async () => {
        const health = await node.call('GET', '/health');
        return health?.status === 200 && health.json.engines_behind + health.json.seconds_behind === 0;
      });
      for (const engine of ENGINES) {
        await settle(`node ${node.number} cannot search ${engine}`, async () => {
          const found = await node.call('POST', `${API}/engines/${engine}/search`, { body: { query: '' } });
          return found?.status === 200;
        });
        await settle(`node ${node.number} is reindexing ${engine}`, async () => {
          const status = await node.call('GET', `${API}/engines/${engine}/schema/reindex`);
          return status?.status === 200 && status.json.state === 'idle';
        });
      }
    }
    for (const engine of ENGINES) await this.#compare(engine);
  }

  async #compare(engine: string): Promise<void> {
    const known = this.#known.get(engine) as Map<string, Known>;
    const stored = await this.#documents(this.#cluster.nodes[0] as ProcessNode, engine);
    for (const [id, { state, other }] of known) {
      const mark = stored.get(id) ?? null;
      const possible = [state, ...(other === undefined ? [] : [other])].map((body) => body?.mark ?? null);
      assert.ok(possible.includes(mark), `${engine}/${id} is ${mark}, but was ${possible.join(' or ')}`);
      const now = (state?.mark ?? null) === mark ? state : other;
      known.set(id, { state: now ?? null, other: undefined });
    }
    for (const id of stored.keys()) assert.ok(known.has(id), `${engine}/${id} was never written`);
    const schema = await this.#must(
      this.#cluster.nodes[0] as ProcessNode,
      'GET',
      `/engines/${engine}/schema`,
    );
    for (const node of this.#cluster.nodes) {
      assert.deepEqual(await this.#documents(node, engine), stored, `documents of node ${node.number}`);
      await this.#compareSearches(node, engine, schema.json.year);
    }
  }

  async #compareSearches(node: ProcessNode, engine: string, type: string): Promise<void> {
    const bodies = [...(this.#known.get(engine) as Map<string, Known>)].flatMap(([id, { state }]) =>
      state === null ? [] : [{ id, ...state }],
    );
    const expected = (holds: (body: Body) => boolean): string[] =>
      bodies
        .filter(holds)
        .map(({ id }) => id)
        .sort();
    const where = `${engine} on node ${node.number}`;
    assert.deepEqual(
      await this.#found(node, engine, {}),
      expected(() => true),
      where,
    );
    for (const word of WORDS) {
      const found = await this.#found(node, engine, { query: word, precision: 11 });
      assert.deepEqual(
        found,
        expected(({ title }) => title.split(' ').includes(word)),
        `${where}: ${word}`,
      );
    }
    if (bodies.length === 0) return;
    const filters = { year: type === 'number' ? { from: 1950 } : '1950' };
    const passes = ({ year }: Body) => (type === 'number' ? Number(year) >= 1950 : year === '1950');
    assert.deepEqual(await this.#found(node, engine, { filters }), expected(passes), `${where}: ${type}`);
  }

  async #must(node: ProcessNode, method: string, path: string, body?: unknown): Promise<Reply> {
    const reply = await node.call(method, API + path, body === undefined ? {} : { body });
    assert.equal(reply?.status, 200, `${method} ${path} on node ${node.number}: ${JSON.stringify(reply)}`);
    return reply;
  }

  async #found(node: ProcessNode, engine: string, search: object): Promise<string[]> {
    const body = { query: '', page: { size: 1000 }, ...search };
    const { json } = await this.#must(node, 'POST', `/engines/${engine}/search`, body);
    assert.equal(json.meta.page.total_results, json.results.length);
    return json.results.map((hit: { id: { raw: string } }) => hit.id.raw).sort();
  }

  /** The marks of all stored documents, by id. */
  async #documents(node: ProcessNode, engine: string): Promise<ReadonlyMap<string, string>> {
    const marks = new Map<string, string>();
    for (let current = 1; ; current++) {
      const page = `page[current]=${current}&page[size]=100`;
      const { json } = await this.#must(node, 'GET', `/engines/${engine}/documents/list?${page}`);
      for (const { id, mark } of json.results) marks.set(id, mark);
      if (current >= json.meta.page.total_pages) return marks;
    }
  }
}

/** Whether a response says that nothing of the request was stored. */
const isRefusal = ({ status, json }: Reply): boolean =>
  status === 503 && !/stored/.test(JSON.stringify(json));
