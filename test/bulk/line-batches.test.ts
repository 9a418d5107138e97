import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { LineBatches } from '../../src/bulk/line-batches.ts';
import { limits } from '../../src/limits.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const OPEN = new AbortController().signal;

/** A body of these chunks. */
const bodyOf = (chunks: readonly Buffer[]) => {
  const rest = [...chunks];
  return { next: async () => rest.shift() };
};

async function all(batches: LineBatches) {
  const found: Array<{ firstLine: number; text: string }> = [];
  for (let next = await batches.next(); next !== undefined; next = await batches.next()) {
    found.push({ firstLine: next.firstLine, text: next.bytes.toString('latin1') });
  }
  return found;
}

suite('batches of lines', () => {
  test('hold every line once, in order and whole, however the body is cut', async () => {
    const random = new Random(announcedSeed('batches of lines'));
    for (let round = 0; round < 100; round++) {
      const count = random.below(9000);
      const ends = random.below(2) === 0 ? '\n' : '';
      const lines = Array.from({ length: count }, (_, i) => `${i}${'x'.repeat(random.below(round + 1))}`);
      const body = Buffer.from(lines.join('\n') + ends);
      const chunks: Buffer[] = [];
      for (let at = 0; at < body.length; ) {
        const size = 1 + random.below(random.below(2) === 0 ? 10 : 70_000);
        chunks.push(body.subarray(at, at + size));
        at += size;
      }
      const batches = await all(new LineBatches(bodyOf(chunks), OPEN));
      assert.equal(batches.map(({ text }) => text).join(''), body.toString());
      let line = 1;
      for (const [at, { firstLine, text }] of batches.entries()) {
        assert.equal(firstLine, line);
        const own = text.split('\n').length - 1;
        assert.ok(own <= 4000);
        assert.ok(at === batches.length - 1 || text.endsWith('\n'));
        line += own;
      }
    }
  });

  test('keep of an oversized line no more than shows that it is', async () => {
    const most = limits.imports.lineBytes;
    for (const size of [65_536, most, 3 * most]) {
      const body = Buffer.from(`a\n${'x'.repeat(3 * most + 5)}\nb\n${'y'.repeat(most + 1)}`);
      const chunks = Array.from({ length: Math.ceil(body.length / size) }, (_, i) =>
        body.subarray(i * size, (i + 1) * size),
      );
      const text = (await all(new LineBatches(bodyOf(chunks), OPEN))).map((batch) => batch.text).join('');
      const lengths = text.split('\n').map((line) => line.length);
      assert.deepEqual(lengths, [1, most + 1, 1, most + 1]);
    }
  });

  test('are refused if no line ends in time, even if bytes arrive', async () => {
    const trickle = {
      next: async () => {
        await sleep(5);
        return Buffer.from('x');
      },
    };
    await assert.rejects(new LineBatches(trickle, OPEN, 50).next(), /No line was received for 60 seconds/);
    const silent = { next: () => new Promise<never>(() => {}) };
    await assert.rejects(new LineBatches(silent, OPEN, 50).next(), /No line was received/);
  });

  test('do not wait for more lines for long', async () => {
    let count = 0;
    const body = {
      next: () => (count++ === 0 ? Promise.resolve(Buffer.from('a\nb')) : new Promise<never>(() => {})),
    };
    const batch = await new LineBatches(body, OPEN).next();
    assert.equal(batch?.bytes.toString(), 'a\n');
  });
});
