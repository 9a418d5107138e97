import assert from 'node:assert/strict';
import { setImmediate as turn } from 'node:timers/promises';
import { isDeepStrictEqual } from 'node:util';
import type { IndexService } from '../durability/index-service.ts';
import type { Answer } from '../support/service.ts';
import { type DocumentResult, type Expected, Model, type SentDocument } from './model.ts';
import { bodyOf, type Operation, textOf } from './operations.ts';
import { changeTuning, compareTuning } from './play-tuning.ts';
import type { Type } from './values.ts';

const WORDS = ['moss', 'river', 'lake', 'stone', 'arbol', 'd3', 'true', 'nowhere'];
/** Everything is compared after this many operations. */
const LOOK_EVERY = 40;

let engines = 0;

/** Runs operations on a new engine and on the model, and throws at the first difference. */
export async function play(service: IndexService, operations: readonly Operation[]): Promise<void> {
  const player = new Player(service);
  await player.begin();
  for (const [i, operation] of operations.entries()) {
    try {
      await player.step(operation);
      if (i % LOOK_EVERY === LOOK_EVERY - 1 || i === operations.length - 1) await player.look();
    } catch (cause) {
      throw new Difference(i, cause);
    }
  }
}

/** The model at the end of a run. */
export class Difference extends Error {
  readonly at: number;

  constructor(at: number, cause: unknown) {
    super(cause instanceof Error ? cause.message : String(cause), { cause });
    this.at = at;
  }
}

class Player {
  readonly #service: IndexService;
  readonly #name = `model-${++engines}`;
  #model = new Model();
  #searches = 0;

  constructor(service: IndexService) {
    this.#service = service;
  }

  #call(method: string, path = '', body?: unknown): Promise<Answer> {
    return this.#service.call(method, `/${this.#name}${path}`, body);
  }

  async begin(): Promise<void> {
    await this.#service.must('POST', '', { name: this.#name });
  }

  async step(operation: Operation): Promise<void> {
    switch (operation.kind) {
      case 'POST':
      case 'PATCH':
        return this.#write(operation.kind, operation.batch);
      case 'drizzle':
        for (const document of operation.batch) await this.#write('POST', [document]);
        return;
      case 'delete': {
        const { json } = await this.#call('DELETE', '/documents', operation.ids);
        assert.deepEqual(json, this.#model.delete(operation.ids));
        return;
      }
      case 'get': {
        const { json } = await this.#call('GET', '/documents', operation.ids);
        assert.deepEqual(
          json,
          operation.ids.map((id) => this.#model.shown(id)),
        );
        return;
      }
      case 'list':
        return this.#list(operation.current, operation.size);
      case 'change':
        return this.#change(operation.members);
      case 'dry run':
        return this.#dryRun(operation.members);
      case 'change and cancel':
        return this.#changeAndCancel(operation.members);
      case 'change and crash':
        return this.#changeAndCrash(operation.members, operation.turns);
      case 'cancel': {
        const { status } = await this.#call('POST', '/schema/reindex/cancel');
        assert.equal(status, 400);
        return;
      }
      case 'settings':
      case 'reset settings':
      case 'synonyms':
      case 'curation':
        return changeTuning(this.#model, (method, path, body) => this.#call(method, path, body), operation);
      case 'restart':
        await this.#service.restart();
        return this.#compareTuning();
      case 'restart without index':
        await this.#service.close();
        this.#service.removeIndex();
        return this.#service.start();
      case 'crash':
        await this.#service.crash();
        return this.#compareTuning();
      case 'new engine':
        assert.deepEqual((await this.#call('DELETE')).json, { deleted: true });
        await this.begin();
        this.#model = new Model();
        return;
      case 'search':
        return this.#search();
    }
  }

  async #write(method: 'POST' | 'PATCH', batch: readonly SentDocument[]): Promise<void> {
    const { status, json } = await this.#call(method, '/documents', batch.map(bodyOf));
    assert.equal(status, 200);
    const made = json.filter((result: { errors: string[] }, i: number) => {
      return result.errors.length === 0 && (batch[i]?.id ?? null) === null;
    });
    const ids = made.map(({ id }: { id: string }) => id);
    compareResults(json, this.#model.write(method, batch, ids));
  }

  #compareTuning(): Promise<void> {
    return compareTuning(this.#model, (method, path, body) => this.#call(method, path, body));
  }

  /** Compares everything that can be read with the model. */
  async look(): Promise<void> {
    await this.#compareTuning();
    assert.deepEqual((await this.#call('GET', '/schema')).json, Object.fromEntries(this.#model.schema));
    assert.equal((await this.#call('GET')).json.document_count, this.#model.documents.size);
    await this.#list(1, 100);
    await this.#search();
  }

  async #list(current: number, size: number): Promise<void> {
    const { json } = await this.#call('GET', `/documents/list?page[current]=${current}&page[size]=${size}`);
    const all = this.#model.listed();
    const page = { current, total_pages: Math.ceil(all.length / size), total_results: all.length, size };
    const results = all.slice((current - 1) * size, current * size).map((id) => this.#model.shown(id));
    assert.deepEqual(json, { meta: { page }, results });
  }

  #settled(): Promise<void> {
    return this.#service.settled(this.#name);
  }

  async #change(members: ReadonlyArray<readonly [string, unknown]>): Promise<void> {
    const { status, json } = await this.#call('POST', '/schema', textOf(members));
    const refusal = this.#model.refusal(members);
    if (refusal.length > 0) return compareRefusal(status, json, refusal);
    const before = new Map(this.#model.schema);
    this.#model.change(members);
    assert.deepEqual([status, json], [200, Object.fromEntries(this.#model.schema)]);
    await this.#settled();
    await this.#compareReport(before, members);
  }

  /** The report of a schema change lists the values that could not be converted to the new types. */
  async #compareReport(
    before: ReadonlyMap<string, Type>,
    members: ReadonlyArray<readonly [string, unknown]>,
  ) {
    const changed = members.filter(([name, type]) => before.has(name) && before.get(name) !== type);
    const expected = changed.flatMap(([name, type]) =>
      this.#model.dryRun(name, type as Type).failed.map((id) => `${id} ${name} ${type}`),
    );
    const { json } = await this.#call('GET', '/schema/reindex');
    assert.deepEqual([json.state, json.last_job.state], ['idle', 'finished']);
    assert.equal(json.last_job.failures, expected.length);
    if (changed.length === 0) return;
    const report = await this.#call('GET', '/schema/reindex/failures');
    const reported = report.json.results.map(
      ({ document_id, field, type }: Record<string, string>) => `${document_id} ${field} ${type}`,
    );
    assert.equal(report.json.meta.page.total_results, expected.length);
    if (expected.length <= 100) assert.deepEqual(reported.sort(), expected.sort());
  }

  async #dryRun(members: ReadonlyArray<readonly [string, unknown]>): Promise<void> {
    const { status, json } = await this.#call('POST', '/schema?dry_run=true', textOf(members));
    const refusal = this.#model.refusal(members);
    if (refusal.length > 0) return compareRefusal(status, json, refusal);
    assert.equal(status, 200);
    const { schema } = this.#model;
    assert.deepEqual(json.schema, Object.fromEntries([...schema, ...(members as Array<[string, Type]>)]));
    assert.deepEqual(
      [...json.added].sort(),
      members
        .map(([name]) => name)
        .filter((name) => !schema.has(name))
        .sort(),
    );
    const changed = members.filter(([name, type]) => schema.has(name) && schema.get(name) !== type);
    assert.deepEqual(Object.keys(json.changed).sort(), changed.map(([name]) => name).sort());
    for (const [name, type] of changed as Array<[string, Type]>) {
      const { converted, failed, empty } = this.#model.dryRun(name, type);
      const told = json.changed[name];
      assert.deepEqual(
        [told.from, told.to, told.converted, told.failed, told.empty],
        [schema.get(name), type, converted.length, failed.length, empty.length],
      );
      const reasons: Array<{ count: number; samples: Array<{ document_id: string }> }> = told.reasons;
      assert.equal(
        reasons.reduce((sum, { count }) => sum + count, 0),
        failed.length,
      );
      for (const { count, samples } of reasons) {
        assert.equal(samples.length, Math.min(count, 10));
        for (const { document_id } of samples) assert.ok(failed.includes(document_id));
      }
    }
  }

  /** Sends both at once. The order is undefined; the responses show which it was. */
  async #changeAndCancel(members: ReadonlyArray<readonly [string, unknown]>): Promise<void> {
    const [change, cancel] = await Promise.all([
      this.#call('POST', '/schema', textOf(members)),
      this.#call('POST', '/schema/reindex/cancel'),
    ]);
    const refusal = this.#model.refusal(members);
    if (refusal.length > 0) compareRefusal(change.status, change.json, refusal);
    else {
      assert.equal(change.status, 200);
      if (cancel.status === 400) this.#model.change(members);
    }
    if (cancel.status === 200) assert.deepEqual([refusal, cancel.json.state], [[], 'idle']);
    await this.#settled();
    assert.deepEqual((await this.#call('GET', '/schema')).json, Object.fromEntries(this.#model.schema));
  }

  /** The change may or may not have been stored before the crash, but it is stored completely or not at all. */
  async #changeAndCrash(members: ReadonlyArray<readonly [string, unknown]>, turns: number): Promise<void> {
    const sent = this.#call('POST', '/schema', textOf(members));
    for (let n = 0; n < turns; n++) await turn();
    await this.#service.crash();
    const { status } = await sent;
    const isTaken = this.#model.refusal(members).length === 0;
    assert.equal(status, isTaken ? 200 : 400);
    const { json: schema } = await this.#call('GET', '/schema');
    const isStored = !isDeepStrictEqual(schema, Object.fromEntries(this.#model.schema));
    if (isTaken && isStored) this.#model.change(members);
    assert.deepEqual(schema, Object.fromEntries(this.#model.schema));
    await this.#settled();
    await this.#search();
  }

  async #search(): Promise<void> {
    const search = async (body: object) => {
      const { status, json, text } = await this.#call('POST', '/search', {
        query: '',
        page: { size: 1000 },
        // Boosts in the settings change the order.
        boosts: {},
        ...body,
      });
      assert.equal(status, 200, text);
      return json;
    };
    const idsOf = (results: Array<{ id: { raw: string } }>) => results.map(({ id }) => id.raw);
    const { schema } = this.#model;
    const faceted = [...schema].filter(([, type]) => type !== 'geolocation').map(([name]) => name);
    const facets = Object.fromEntries(faceted.map((name) => [name, { type: 'value', size: 250 }]));

    const everything = await search(faceted.length > 0 ? { facets } : {});
    const expected = this.#model.newestFirst();
    assert.deepEqual(idsOf(everything.results), expected, 'a blank query finds all, newest write first');
    assert.equal(everything.meta.page.total_results, expected.length);
    for (const { _meta, ...fields } of everything.results) {
      const shown = Object.fromEntries(
        Object.entries(fields).map(([name, value]) => [name, (value as { raw: unknown }).raw]),
      );
      const expected = Object.entries(this.#model.shown(String(shown.id)) ?? {});
      const returned = expected.filter(([name]) => this.#model.tuning.returns(name));
      assert.deepEqual(shown, Object.fromEntries(returned));
    }
    for (const name of faceted) {
      const data: Array<{ value: string | number; count: number }> = everything.facets[name][0].data;
      assert.deepEqual(
        new Map(data.map(({ value, count }) => [value, count])),
        this.#model.facet(name),
        `facet ${name}`,
      );
      assert.deepEqual(
        data.map(({ count }) => count),
        data.map(({ count }) => count).toSorted((a, b) => b - a),
      );
    }
    // A few words and fields each time; a whole run covers all of them.
    const turn = ++this.#searches;
    for (const query of [0, 1, 2].map((n) => WORDS[(turn + n) % WORDS.length] as string)) {
      assert.deepEqual(
        idsOf((await search({ query })).results).sort(),
        this.#model.found(query),
        `the word ${query}`,
      );
    }
    for (const [name, type] of [...schema].filter((_, i) => i % 8 === turn % 8)) {
      const some = [...this.#model.facet(name).keys()][0];
      if (type === 'geolocation' || some === undefined) continue;
      const { results } = await search({ filters: { [name]: some } });
      assert.deepEqual(
        idsOf(results).sort(),
        this.#model.thatHave(name, (item) => item === some),
        `${name} is ${some}`,
      );
      if (type !== 'number') continue;
      const inRange = await search({ filters: { [name]: { from: 0, to: 1500 } } });
      const isWithin = (item: string | number) => Number(item) >= 0 && Number(item) < 1500;
      assert.deepEqual(
        idsOf(inRange.results).sort(),
        this.#model.thatHave(name, isWithin),
        `a range of ${name}`,
      );
    }
  }
}

const fits = (actual: string, expected: Expected): boolean =>
  typeof expected === 'string' ? actual === expected : expected.test(actual);

function compareResults(
  actual: Array<{ id: string; errors: string[] }>,
  expected: readonly DocumentResult[],
): void {
  const isSame =
    actual.length === expected.length &&
    expected.every(({ id, errors }, i) => {
      const result = actual[i];
      // The order of several errors is undefined.
      return (
        result !== undefined &&
        fits(result.id, id) &&
        result.errors.length === errors.length &&
        errors.every((error) => result.errors.some((text) => fits(text, error)))
      );
    });
  assert.ok(isSame, `answered ${JSON.stringify(actual)}, expected ${JSON.stringify(expected, patterns)}`);
}
const patterns = (_name: string, value: unknown) => (value instanceof RegExp ? String(value) : value);

function compareRefusal(status: number, json: unknown, messages: readonly string[]): void {
  assert.deepEqual([status, json], [400, { errors: messages }]);
}
