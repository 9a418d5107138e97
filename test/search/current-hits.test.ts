import assert from 'node:assert/strict';
import test from 'node:test';
import type { Hit, SearchOutcome, SearchPlan } from '../../src/index/plan.ts';
import type { Searchable } from '../../src/indexing/serving-generations.ts';
import { CurrentHits, type Piece } from '../../src/search/current-hits.ts';
import type { DocumentBounds } from '../../src/search/page-size.ts';
import type { DocumentReader, StoredDocument } from '../../src/store/port.ts';

// A document that changes between search and fetch is never shown in its new state as a match of its old state.

const PLAN = {} as SearchPlan;
const hit = (id: string, sequence: number, group?: Hit['group']): Hit => ({
  engineId: 7,
  id,
  sequence,
  score: 1,
  ...(group && { group }),
});

/** Every page is large, with one hit per piece. */
const TINY: DocumentBounds = { few: 0, documents: 0, bytes: 0, pieceBytes: 1 };

/**
 * Searches find the items of `found` in turn (the last one repeatedly); the store has `sequences`, which a test may
 * change in between.
 */
function world(
  found: ReadonlyArray<readonly Hit[]>,
  sequences: Record<string, number>,
  bounds?: DocumentBounds,
) {
  let searches = 0;
  let caughtUp = 0;
  const generation = {
    async catchUp() {
      caughtUp++;
    },
    async search(): Promise<SearchOutcome> {
      const hits = found[Math.min(searches++, found.length - 1)] ?? [];
      return { total: hits.length, hits, facets: [] };
    },
  } as unknown as Searchable;
  const documents = {
    async byIds(_engine: number, ids: readonly string[]) {
      const known = ids.filter((id) => sequences[id] !== undefined);
      return new Map<string, StoredDocument>(
        known.map((id) => [id, { id, sequence: sequences[id] as number, position: 1, json: '{}' }]),
      );
    },
    async sizesOf(_engine: number, ids: readonly string[]) {
      const known = ids.filter((id) => sequences[id] !== undefined);
      return new Map(known.map((id) => [id, { sequence: sequences[id] as number, bytes: 2 }]));
    },
  } as unknown as DocumentReader;
  const hits = new CurrentHits(documents, 10_000, bounds);
  return {
    find: (signal?: AbortSignal) => hits.find(generation, PLAN, hits.timeLimit(signal)),
    fetch: (piece: Piece) => hits.fetch(piece),
    searches: () => searches,
    caughtUp: () => caughtUp,
  };
}

test('a search that takes too long is aborted with a sentence', async () => {
  const generation = {
    search: (_: unknown, { signal }: { signal: AbortSignal }) =>
      new Promise((_resolve, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason));
      }),
  } as unknown as Searchable;
  const hits = new CurrentHits({} as unknown as DocumentReader, 5);
  await assert.rejects(hits.find(generation, PLAN, hits.timeLimit(undefined)), {
    status: 503,
    message: /took too long/,
  });
});

test('hits with unchanged documents are returned at once', async () => {
  const it = world([[hit('a', 1), hit('b', 2)]], { a: 1, b: 2 });
  const { outcome } = await it.find();
  assert.deepEqual(outcome.hits, [hit('a', 1), hit('b', 2)]);
  assert.equal(it.searches(), 1);
});

test('a changed document causes another search', async () => {
  const it = world([[hit('a', 1), hit('b', 2)], [hit('b', 3)]], { a: 9, b: 3 });
  const { outcome } = await it.find();
  assert.deepEqual(outcome.hits, [hit('b', 3)]);
  assert.equal(it.searches(), 2);
  assert.equal(it.caughtUp(), 1);
});

test('a document that changes each time, or is gone, is left out after two more searches', async () => {
  const it = world([[hit('a', 1), hit('b', 2), hit('c', 3)]], { a: 9, b: 2 });
  const { outcome, isLarge, pieces } = await it.find();
  assert.deepEqual(outcome.hits, [hit('b', 2)]);
  assert.equal(it.searches(), 3);
  assert.deepEqual([isLarge, pieces.length, pieces[0]?.hits], [false, 1, outcome.hits]);
  for (const { engineId, id } of outcome.hits) assert.ok(pieces[0]?.documents?.get(engineId)?.has(id));
});

test('in a group the next document replaces a head that is gone', async () => {
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

test('for a large page the sequence numbers of all hits are checked before anything is fetched', async () => {
  const found = [
    [hit('a', 1), hit('b', 2), hit('c', 3)],
    [hit('c', 3), hit('b', 9)],
  ];
  const it = world(found, { a: 8, b: 9, c: 3 }, TINY);
  const { outcome, isLarge, pieces } = await it.find();
  assert.deepEqual(outcome.hits, [hit('c', 3), hit('b', 9)]);
  assert.equal(it.searches(), 2);
  assert.deepEqual(
    { isLarge, pieces },
    { isLarge: true, pieces: [{ hits: [hit('c', 3)] }, { hits: [hit('b', 9)] }] },
  );
});

test('a hit of a large page that changes before its piece is fetched is left out', async () => {
  const sequences: Record<string, number> = { a: 1, b: 2, c: 3 };
  const group = { key: 'x', others: [hit('b', 2), hit('c', 3)] };
  const it = world([[hit('a', 1, group)]], sequences, TINY);
  const { pieces } = await it.find();
  sequences.a = 4;
  const { hits, documents } = await it.fetch(pieces[0] as Piece);
  assert.deepEqual(hits, [hit('b', 2, { key: 'x', others: [hit('c', 3)] })]);
  assert.equal(documents.get(hit('b', 2).engineId)?.get('b')?.sequence, 2);
  Object.assign(sequences, { b: 5, c: 6 });
  assert.deepEqual((await it.fetch(pieces[0] as Piece)).hits, []);
});

test('the search is not repeated for a client that has disconnected', async () => {
  const it = world([[hit('a', 1)]], { a: 2 });
  await assert.rejects(it.find(AbortSignal.abort()), { name: 'AbortError' });
  assert.equal(it.searches(), 1);
});
