import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { GrowableUint8Array, GrowableUint32Array } from '../../src/index/embedded/segment/growable-arrays.ts';
import { SegmentTooLarge } from '../../src/index/embedded/segment/segment-too-large.ts';
import {
  type SectionSource,
  type SectionSources,
  serialize,
} from '../../src/index/embedded/segment/serializer.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('lay-outs');

/** Sizes around those of chunks. */
const sizes = fc.oneof(fc.nat(200), fc.constantFrom(16, 48, 64, 0x10000, 0x40000), fc.nat(700_000));

test('pushed elements are contiguous in their section', () => {
  fc.assert(
    fc.property(sizes, sizes, (byteCount, wordCount) => {
      const bytes = new GrowableUint8Array();
      for (let i = 0; i < byteCount; i++) bytes.push(i * 7);
      const words = new GrowableUint32Array();
      for (let i = 0; i < wordCount; i++) words.push(i * 7919);
      assert.deepEqual([bytes.length, words.length], [byteCount, wordCount]);
      const parts: SectionSources = new Map<string, SectionSource>([
        ['bytes', bytes],
        ['words', words],
        ['doubles', Float64Array.of(1 / 3, -0)],
        ['plain', Uint16Array.of(1, 0xffff)],
      ]);
      const sections = runToCompletion(serialize(parts));
      assert.deepEqual(
        sections.bytes('bytes'),
        shared(Uint8Array.from({ length: byteCount }, (_, i) => i * 7)),
      );
      assert.deepEqual(
        sections.words('words'),
        shared(Uint32Array.from({ length: wordCount }, (_, i) => i * 7919)),
      );
      assert.deepEqual([...sections.doubles('doubles')], [1 / 3, -0]);
      assert.deepEqual([...sections.shorts('plain')], [1, 0xffff]);
      for (const { at } of sections.entries) assert.equal(at % 8, 0);
    }),
    { seed, numRuns: 25 },
  );
});

/** The same array in shared memory, as sections are. */
function shared<T extends Uint8Array | Uint32Array | Float64Array>(array: T): T {
  const kind = array.constructor as new (buffer: SharedArrayBuffer) => T;
  const copy = new kind(new SharedArrayBuffer(array.byteLength));
  copy.set(array);
  return copy;
}

test('bytes of any length are appended across chunks', () => {
  fc.assert(
    fc.property(fc.array(fc.nat(100_000), { maxLength: 12 }), (lengths) => {
      const bytes = new GrowableUint8Array();
      const source = Uint8Array.from({ length: 100_001 }, (_, i) => i * 31);
      const expected: number[] = [];
      for (const length of lengths) {
        bytes.append(source, 1, 1 + length);
        for (let i = 1; i <= length; i++) expected.push(source[i] as number);
      }
      const laid = runToCompletion(serialize(new Map<string, SectionSource>([['b', bytes]])));
      assert.deepEqual(laid.bytes('b'), shared(Uint8Array.from(expected)));
    }),
    { seed, numRuns: 25 },
  );
});

test('pushed elements can be read as one array', () => {
  for (const length of [0, 1, 16, 17, 100_000, 400_000]) {
    const words = new GrowableUint32Array();
    for (let i = 0; i < length; i++) words.push(i ^ 5);
    assert.deepEqual(
      words.toArray(),
      Uint32Array.from({ length }, (_, i) => i ^ 5),
    );
  }
});

test('no elements make an empty buffer', () => {
  assert.equal(runToCompletion(serialize(new Map())).byteLength, 0);
});

test('more than fits into one buffer is rejected before memory is allocated', () => {
  const half = {
    kind: 'u8',
    length: 2 ** 31 + 1,
    pieces: () => assert.fail('nothing is copied'),
  } as unknown as SectionSource;
  assert.throws(
    () =>
      runToCompletion(
        serialize(
          new Map<string, SectionSource>([
            ['a', half],
            ['b', half],
          ]),
        ),
      ),
    (error) => error instanceof SegmentTooLarge && /cannot hold/.test(error.message),
  );
});
