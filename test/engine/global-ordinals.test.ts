import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import {
  type GlobalOrdinals,
  globalOrdinals,
} from '../../src/index/embedded/query/facets/global-ordinals.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { type TextColumn, textOf } from '../../src/index/embedded/segment/columns.ts';
import { compareTexts } from '../../src/index/embedded/segment/dictionary.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentReader } from '../../src/index/embedded/snapshot/segment-reader.ts';
import { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import type { Schema } from '../../src/values/types.ts';
import { announcedSeed, Random } from '../support/seed.ts';

const SCHEMA: Schema = new Map([['kind', 'text']]);
const random = new Random(announcedSeed('global ordinals'));

function readerOf(kinds: readonly string[]): SegmentReader {
  const builder = new SegmentBuilder(analyzerFor(null));
  for (const [number, kind] of kinds.entries()) {
    builder.add({ id: `d${number}`, sequence: number + 1, fields: new Map([['kind', kind]]) }, SCHEMA);
  }
  return SegmentReader.opened(runToCompletion(builder.seal()));
}

const snapshotOf = (readers: readonly SegmentReader[]): Snapshot => new Snapshot(readers, analyzerFor(null));

const columnOf = ({ segment }: SegmentReader): TextColumn => segment.column('kind') as TextColumn;

function ordinalsOf(readers: readonly SegmentReader[]): GlobalOrdinals {
  const ordinals = runToCompletion(globalOrdinals(snapshotOf(readers), 'kind'));
  assert(ordinals !== undefined);
  return ordinals;
}

function assertOneOrdinalPerTerm(readers: readonly SegmentReader[]): void {
  const ordinals = ordinalsOf(readers);
  const globalOf = new Map<string, number>();
  for (const reader of readers) {
    const column = columnOf(reader);
    const toGlobal = ordinals.toGlobal(column);
    for (let ordinal = 0; ordinal < column.dictionary.size; ordinal++) {
      const text = textOf(column, ordinal);
      const number = toGlobal[ordinal] as number;
      assert(number < ordinals.size);
      assert.equal(ordinals.text(number), text);
      assert.equal(globalOf.get(text) ?? number, number, text);
      globalOf.set(text, number);
    }
  }
  const all = [...globalOf];
  for (let pairs = 0; pairs < 500; pairs++) {
    const [text, number] = random.pick(all);
    const [other, another] = random.pick(all);
    assert.equal(Math.sign(ordinals.compare(number, another)), Math.sign(compareTexts(text, other)));
  }
}

const someKinds = (count: number, different: number): string[] =>
  Array.from(
    { length: count },
    () => `${random.pick(['', 'a', 'é', '\u{1f9ca}'])}${random.below(different)}`,
  );

test('a term has one global ordinal in all segments, and ordinals compare like their terms', () => {
  const readers = [
    readerOf(someKinds(300, 200)),
    readerOf(someKinds(2_000, 700)),
    readerOf(someKinds(40, 900)),
  ];
  assertOneOrdinalPerTerm(readers);
  // A new segment, and a segment that replaces others.
  assertOneOrdinalPerTerm([...readers, readerOf(someKinds(5, 2_000))]);
  assertOneOrdinalPerTerm([...readers.slice(1), readerOf(someKinds(3_000, 3_000))]);
});

test('a field without a text column has no global ordinals', () => {
  assert.equal(runToCompletion(globalOrdinals(snapshotOf([readerOf(['a'])]), 'other')), undefined);
});
