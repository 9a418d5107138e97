import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { serialize } from '../../src/index/embedded/segment/serializer.ts';

const sections = runToCompletion(
  serialize(
    new Map<string, Uint8Array | Uint16Array | Uint32Array | Float64Array>([
      ['bytes', Uint8Array.of(1, 2, 3)],
      ['doubles', Float64Array.of(0.5, -1)],
      ['shorts', Uint16Array.of(0xffff)],
      ['nothing', new Uint32Array(0)],
      ['words', Uint32Array.of(7, 0xffffffff)],
    ]),
  ),
);

test('sections are in one shared buffer, each at a multiple of 8 bytes, with the given content', () => {
  const { buffer } = sections;
  assert.ok(buffer instanceof SharedArrayBuffer);
  const views = [
    sections.bytes('bytes'),
    sections.doubles('doubles'),
    sections.shorts('shorts'),
    sections.words('nothing'),
    sections.words('words'),
  ];
  for (const view of views) {
    assert.equal(view.buffer, buffer);
    assert.equal(view.byteOffset % 8, 0);
  }
  assert.deepEqual(
    views.map((view) => [...view]),
    [[1, 2, 3], [0.5, -1], [0xffff], [], [7, 0xffffffff]],
  );
  assert.equal(sections.byteLength, 8 + 16 + 8 + 0 + 8);
});

test('a section that is missing or of another kind is an error', () => {
  assert.equal(sections.has('bytes'), true);
  assert.equal(sections.has('others'), false);
  assert.throws(() => sections.bytes('others'), /section others is missing/);
  assert.throws(() => sections.words('bytes'), /section bytes is missing or of another kind/);
});
