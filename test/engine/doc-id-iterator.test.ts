import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hasBit, newBitSet, setBit } from '../../src/index/embedded/segment/bits.ts';
import { DocIdIterator } from '../../src/index/embedded/segment/doc-id-iterator.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const random = new Random(announcedSeed('doc id iterator'));

function listed(documents: DocIdIterator): number[] {
  const all: number[] = [];
  while (documents.next()) all.push(...documents.docs.subarray(0, documents.count));
  return all;
}

test('live and deleted documents are listed in order, ignoring bits beyond the last document', () => {
  for (const size of [0, 1, 31, 32, 33, 2047, 2048, 2049, 7000]) {
    for (const share of [0, 1, 50, 99, 100]) {
      const live = newBitSet(size);
      for (let doc = 0; doc < 32 * live.length; doc++) {
        // Also words with all bits equal.
        const isLive = random.below(100) < (doc % 256 < 64 ? 100 - share : share);
        if (isLive) setBit(live, doc);
      }
      const docs = Array.from({ length: size }, (_, doc) => doc);
      assert.deepEqual(
        listed(DocIdIterator.liveDocs(live, size)),
        docs.filter((doc) => hasBit(live, doc)),
      );
      assert.deepEqual(
        listed(DocIdIterator.deletedDocs(live, size)),
        docs.filter((doc) => !hasBit(live, doc)),
      );
      assert.deepEqual(listed(DocIdIterator.liveDocs(null, size)), docs);
    }
  }
});
