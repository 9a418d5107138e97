import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import type { Hit } from '../../src/index/plan.ts';
import { documentsOf, isLarge, PAGE_BOUNDS, piecesOf } from '../../src/search/page-size.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('pages in pieces');
const hit = (id: string): Hit => ({ engineId: 1, id, sequence: 1, score: 1 });
const sizes = (...bytes: number[]) => bytes.map((size) => ({ bytes: size }));

suite('the size of a page', () => {
  test('a page is large from 256 KB, or from more than a hundred documents', () => {
    assert.equal(isLarge(sizes(262_144), PAGE_BOUNDS), false);
    assert.equal(isLarge(sizes(262_144, 1), PAGE_BOUNDS), true);
    assert.equal(isLarge(sizes(...Array(100).fill(10)), PAGE_BOUNDS), false);
    assert.equal(isLarge(sizes(...Array(101).fill(10)), PAGE_BOUNDS), true);
  });

  test('pieces have every hit once, in order, none is empty, and only a single hit may exceed the size', () => {
    const sizedHits = fc.array(
      fc.record({ bytes: fc.nat(200_000), others: fc.array(fc.nat(200_000), { maxLength: 9 }) }),
    );
    fc.assert(
      fc.property(sizedHits, fc.integer({ min: 1, max: 2_000_000 }), (sized, pieceBytes) => {
        const known = new Map<string, { bytes: number }>();
        const hits = sized.map(({ bytes, others }, at): Hit => {
          known.set(`${at}`, { bytes });
          for (const [i, size] of others.entries()) known.set(`${at}/${i}`, { bytes: size });
          return { ...hit(`${at}`), group: { key: at, others: others.map((_, i) => hit(`${at}/${i}`)) } };
        });
        const pieces = piecesOf(hits, ({ id }) => known.get(id)?.bytes ?? 0, pieceBytes);
        assert.deepEqual(pieces.flat(), hits);
        for (const piece of pieces) {
          const documents = piece.flatMap(documentsOf);
          const bytes = documents.reduce((sum, { id }) => sum + 1024 + (known.get(id)?.bytes ?? 0), 0);
          assert.ok(piece.length === 1 || (piece.length > 1 && bytes <= pieceBytes));
        }
      }),
      { seed, numRuns: 200 },
    );
  });
});
