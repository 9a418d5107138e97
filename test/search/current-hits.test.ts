import assert from 'node:assert/strict';
import test from 'node:test';
import type { Hit, SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import type { Generation } from '../../src/index/port.ts';
import { CurrentHits } from '../../src/search/current-hits.ts';
import type { DocumentReader, StoredDocument } from '../../src/store/port.ts';

// Decisions 6.14: a document that changes between search and fetch is never shown as it is now by what it was.

const PLAN = {} as SearchPlan;
const hit = (id: string, sequence: number, group?: Hit['group']): Hit => ({
  id,
  sequence,
  score: 1,
  ...(group && { group }),
});

/** Searches find `found` one after another (the last one again and again); the store holds `sequences`. */
function world(found: ReadonlyArray<readonly Hit[]>, sequences: Readonly<Record<string, number>>) {
  let searches = 0;
  const generation = {
    engineId: 7,
    async search(): Promise<SearchOutcome> {
      const hits = found[Math.min(searches++, found.length - 1)] ?? [];
      return { total: hits.length, hits, facets: [] };
    },
  } as unknown as Generation;
  const documents = {
    async byIds(_engine: number, ids: readonly string[]) {
      const known = ids.filter((id) => sequences[id] !== undefined);
      return new Map<string, StoredDocument>(
        known.map((id) => [id, { id, sequence: sequences[id] as number, position: 1, json: '{}' }]),
      );
    },
  } as unknown as DocumentReader;
  return { find: () => new CurrentHits(documents).find(generation, PLAN), searches: () => searches };
}

test('hits whose documents are as they were found are taken at once', async () => {
  const it = world([[hit('a', 1), hit('b', 2)]], { a: 1, b: 2 });
  const { outcome } = await it.find();
  assert.deepEqual(outcome.hits, [hit('a', 1), hit('b', 2)]);
  assert.equal(it.searches(), 1);
});

test('a document that has changed is searched again', async () => {
  const it = world([[hit('a', 1), hit('b', 2)], [hit('b', 3)]], { a: 9, b: 3 });
  const { outcome } = await it.find();
  assert.deepEqual(outcome.hits, [hit('b', 3)]);
  assert.equal(it.searches(), 2);
});

test('one that changes each time, or is gone, is left out after two more searches', async () => {
  const it = world([[hit('a', 1), hit('b', 2), hit('c', 3)]], { a: 9, b: 2 });
  const { outcome, documents } = await it.find();
  assert.deepEqual(outcome.hits, [hit('b', 2)]);
  assert.equal(it.searches(), 3);
  for (const { id } of outcome.hits) assert.ok(documents.has(id));
});

test('in a group the next document takes the place of a head that is gone', async () => {
  const groups = [
    hit('a', 1, { key: 'x', others: [hit('b', 2), hit('c', 3)] }),
    hit('d', 4, { key: 'y', others: [hit('e', 5)] }),
    hit('f', 6, { key: 'z', others: [] }),
  ];
  const it = world([groups], { a: 9, b: 2, c: 3, d: 4 });
  const { outcome } = await it.find();
  assert.deepEqual(outcome.hits, [
    hit('b', 2, { key: 'x', others: [hit('c', 3)] }),
    hit('d', 4, { key: 'y', others: [] }),
  ]);
});
