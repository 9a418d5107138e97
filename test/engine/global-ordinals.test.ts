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
const random = new Random(announcedSeed('field values'));

function segmentOf(kinds: readonly string[]): SegmentReader {
  const builder = new SegmentBuilder(analyzerFor(null));
  for (const [number, kind] of kinds.entries()) {
    builder.add({ id: `d${number}`, sequence: number + 1, fields: new Map([['kind', kind]]) }, SCHEMA);
  }
  return SegmentReader.opened(runToCompletion(builder.seal()));
}

const viewOf = (states: readonly SegmentReader[]): Snapshot => new Snapshot(states, analyzerFor(null));

const columnOf = ({ segment }: SegmentReader): TextColumn => segment.column('kind') as TextColumn;

function valuesOf(states: readonly SegmentReader[]): GlobalOrdinals {
  const values = globalOrdinals(viewOf(states), 'kind');
  assert(values !== undefined);
  return values;
}

function assertOneNumberPerText(states: readonly SegmentReader[]): void {
  const values = valuesOf(states);
  const rankOf = new Map<string, number>();
  for (const state of states) {
    const column = columnOf(state);
    const numbers = values.numbersOf(column);
    for (let ordinal = 0; ordinal < column.dictionary.size; ordinal++) {
      const text = textOf(column, ordinal);
      const number = numbers[ordinal] as number;
      assert(number < values.size);
      assert.equal(values.text(number), text);
      assert.equal(rankOf.get(text) ?? number, number, text);
      rankOf.set(text, number);
    }
  }
  const all = [...rankOf];
  for (let pairs = 0; pairs < 500; pairs++) {
    const [text, number] = random.pick(all);
    const [other, another] = random.pick(all);
    assert.equal(Math.sign(values.compare(number, another)), Math.sign(compareTexts(text, other)));
  }
}

const someKinds = (count: number, different: number): string[] =>
  Array.from(
    { length: count },
    () => `${random.pick(['', 'a', 'é', '\u{1f9ca}'])}${random.below(different)}`,
  );

test('a text has the same number in all segments, large and small, and numbers compare as their texts', () => {
  const states = [
    segmentOf(someKinds(300, 200)),
    segmentOf(someKinds(2_000, 700)),
    segmentOf(someKinds(40, 900)),
  ];
  assertOneNumberPerText(states);
  // A segment that comes later, and one that takes the place of others.
  assertOneNumberPerText([...states, segmentOf(someKinds(5, 2_000))]);
  assertOneNumberPerText([...states.slice(1), segmentOf(someKinds(3_000, 3_000))]);
});

test('a field that no segment has as text has no values', () => {
  assert.equal(globalOrdinals(viewOf([segmentOf(['a'])]), 'other'), undefined);
});
