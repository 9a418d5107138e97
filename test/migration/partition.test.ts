import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { filtersOf } from '../../src/migration/part.ts';
import { idsOf } from '../../src/migration/part-ids.ts';
import { PartSearch, type SplitField } from '../../src/migration/part-search.ts';
import { partsOf } from '../../src/migration/partition.ts';
import { announcedSeed, Random, repetitions } from '../support/seed.ts';
import { type ModelDocument, modelSearch, PAGE_SIZE, passes, SMALL } from './search-model.ts';

const FIELDS: readonly SplitField[] = [
  { name: 'kind', type: 'text' },
  { name: 'tags', type: 'text' },
  { name: 'title', type: 'text' },
  { name: 'price', type: 'number' },
  { name: 'day', type: 'date' },
];

/** Reads documents part by part through searches with small limits. */
async function readParts(documents: readonly ModelDocument[], fields = FIELDS, count?: number) {
  let requests = 0;
  const send = modelSearch(documents, SMALL);
  const search = new PartSearch(
    (options) => {
      requests++;
      return send(options);
    },
    PAGE_SIZE,
    SMALL,
  );
  const found = new Set<string>();
  const unreached: Array<{ filters: object; documents: number | undefined }> = [];
  let parts = 0;
  for await (const part of partsOf(search, { engine: 'books', fields, count, limits: SMALL })) {
    parts++;
    const { ids, missing } = await idsOf(search, part, fields, SMALL);
    const passing = documents.filter((document) => passes(document, filtersOf(part.part)));
    assert.ok(passing.length >= ids.size);
    if (part.isReachable) {
      assert.ok(passing.length < SMALL.reach);
      assert.deepEqual([...ids].toSorted(), passing.map(({ id }) => id).toSorted());
    }
    if (missing !== 0) unreached.push({ filters: filtersOf(part.part) ?? {}, documents: missing });
    for (const id of ids) found.add(id);
  }
  return { found, unreached, parts, requests };
}

const many = (count: number, fieldsOf: (n: number) => object): ModelDocument[] =>
  Array.from({ length: count }, (_, n) => ({ id: `d${String(n).padStart(5, '0')}`, ...fieldsOf(n) }));

const dayOf = (n: number): string => new Date(Date.UTC(2020, 0, 1) + n * 3_600_000).toISOString();

suite('engines beyond the reach of a search are read in parts', () => {
  test('a small engine is one part', async () => {
    const { found, parts } = await readParts(
      many(49, () => ({})),
      FIELDS,
      49,
    );
    assert.deepEqual([found.size, parts], [49, 1]);
  });

  test('by values, also where one value is on most documents', async () => {
    const documents = many(400, (n) => ({ kind: n % 5 < 3 ? 'common' : `rare-${n % 7}`, price: n }));
    const { found, unreached } = await readParts(documents, FIELDS, 400);
    assert.deepEqual([found.size, unreached], [400, []]);
  });

  test('by more values than a facet shows', async () => {
    const documents = many(600, (n) => ({ kind: `kind-${n % 40}` }));
    const { found, unreached } = await readParts(documents, FIELDS.slice(0, 1), 600);
    assert.deepEqual([found.size, unreached], [600, []]);
  });

  test('by numbers of very different sizes, and by dates', async () => {
    const prices = many(300, (n) => ({ price: n % 2 === 0 ? 2 ** n : -n / 1000 }));
    assert.equal((await readParts(prices, FIELDS, 300)).found.size, 300);
    const days = many(300, (n) => ({ day: dayOf(n * n) }));
    assert.equal((await readParts(days, FIELDS, 300)).found.size, 300);
  });

  test('with documents that lack every field', async () => {
    const documents = many(300, (n) => (n % 8 === 0 ? {} : { price: n, kind: `kind-${n % 3}` }));
    const { found, unreached } = await readParts(documents, FIELDS, 300);
    assert.deepEqual([found.size, unreached], [300, []]);
  });

  test('with lists of values, each document in one part', async () => {
    const documents = many(500, (n) => ({
      tags: [`a${n % 3}`, `b${n % 5}`, `c${n % 7}`],
      price: [n % 11, n],
    }));
    const { found, unreached, requests } = await readParts(documents, FIELDS, 500);
    assert.deepEqual([found.size, unreached], [500, []]);
    assert.ok(requests < 500, `${requests} requests`);
  });

  test('from both ends where documents have the same values', async () => {
    const alike = many(99, () => ({ kind: 'same', price: 1 }));
    const { found, unreached } = await readParts(alike, FIELDS, 99);
    assert.deepEqual([found.size, unreached], [99, []]);
  });

  test('by rare values where nothing else divides them', async () => {
    const documents = many(160, (n) => ({ title: `title ${n}`, kind: n === 7 ? 'other' : 'same' }));
    const { found, unreached } = await readParts(documents, FIELDS, 160);
    assert.deepEqual([found.size, unreached], [160, []]);
  });

  test('and it is said how many cannot be reached, and what describes them', async () => {
    const documents = many(250, (n) => ({ kind: n < 180 ? 'same' : `other-${n % 3}`, price: 1 }));
    const { found, unreached } = await readParts(documents, FIELDS, 250);
    assert.equal(found.size, 170);
    assert.deepEqual(unreached, [{ filters: { all: [{ kind: ['same'] }] }, documents: 80 }]);
  });

  test('without a number of documents from the source', async () => {
    const documents = many(400, (n) => ({ kind: `kind-${n % 4}`, price: n, day: dayOf(n) }));
    const { found, unreached } = await readParts(documents, FIELDS);
    assert.deepEqual([found.size, unreached], [400, []]);
  });

  test('whatever the values are', async (t) => {
    const random = new Random(announcedSeed(t.name));
    for (let round = 0; round < repetitions('CASES', 30); round++) {
      const documents = randomDocuments(random);
      const { found, unreached } = await readParts(documents, FIELDS, documents.length);
      const missing = documents.filter(({ id }) => !found.has(id));
      const described = missing.filter((one) => unreached.some(({ filters }) => passes(one, { ...filters })));
      assert.equal(described.length, missing.length, `round ${round}`);
      if (unreached.length === 0) assert.equal(found.size, documents.length, `round ${round}`);
    }
  });
});

/** Values of each field are drawn from a pool of random size, with a random skew; some documents have several or none. */
function randomDocuments(random: Random): ModelDocument[] {
  const shapes = FIELDS.map(({ name, type }) => ({
    name,
    type,
    pool: random.pick([1, 2, 6, 30, 1000]),
    skew: random.pick([1, 1, 3, 8]),
    missing: random.pick([0, 0, 0.1, 0.9, 1]),
    several: random.pick([0, 0, 0.3]),
  }));
  return many(random.below(400), () => {
    const fields: Record<string, unknown> = {};
    for (const { name, type, pool, skew, missing, several } of shapes) {
      if (random.next() < missing) continue;
      const value = () => {
        const n = Math.floor(pool * random.next() ** skew);
        return type === 'number' ? n / 7 : type === 'date' ? dayOf(n) : `v${n}`;
      };
      fields[name] = random.next() < several ? [value(), value()] : value();
    }
    return fields;
  });
}
