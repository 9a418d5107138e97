import assert from 'node:assert/strict';
import { suite, type TestContext, test } from 'node:test';
import type { IndexCapabilities } from '../../../src/index/capabilities.ts';
import { IndexFull, type SearchIndex } from '../../../src/index/port.ts';
import { found, published, put } from './fixtures.ts';

/** Creates an index with this many bytes of memory. */
export type BoundedFactory = (
  t: TestContext,
  bytes: number,
) => Promise<SearchIndex & Required<Pick<IndexCapabilities, 'admit'>>>;

/** The capability `admit`. */
export function admissionSuite(adapter: string, make: BoundedFactory): void {
  suite(`the search index on ${adapter}: admission`, () => {
    test('documents that fit are admitted, larger ones are rejected with a sentence', async (t) => {
      const index = await make(t, 2 ** 20);
      await published(index);
      const release = await index.admit(1000);
      await assert.rejects(index.admit(2 ** 30), (error) => {
        assert.ok(error instanceof IndexFull);
        assert.match(error.message, /\.$/);
        return true;
      });
      release();
      await index.admit(1000);
    });

    test('admitted documents count until they are released', async (t) => {
      const index = await make(t, 2 ** 20);
      await published(index);
      const releases: Array<() => void> = [];
      const admit = async () => releases.push(await index.admit(10_000));
      await assert.rejects(async () => {
        for (let batch = 0; batch < 1000; batch++) await admit();
      }, IndexFull);
      releases.pop()?.();
      await admit();
      await assert.rejects(admit, IndexFull);
      for (const release of releases) release();
    });

    test('a full index still serves searches and applies changes', async (t) => {
      const index = await make(t, 1000);
      const generation = await published(index);
      await generation.apply(
        Array.from({ length: 300 }, (_, i) => put(`d${i}`, i + 1, { title: `moss ${i}` })),
      );
      await assert.rejects(index.admit(1000), IndexFull);
      assert.equal((await found(generation)).length, 300);
      await generation.apply([put('late', 1000)]);
      assert.ok((await found(generation)).includes('late'));
    });
  });
}
