import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { hasBit, newBits, setBit } from '../../src/index/embedded/segment/bits.ts';
import { type MergeInput, type MergeResult, mergeSegments } from '../../src/index/embedded/segment/merge.ts';
import { GONE } from '../../src/index/embedded/segment/merge-map.ts';
import type { Segment } from '../../src/index/embedded/segment/segment.ts';
import { type NewDocument, SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import type { Schema } from '../../src/schema/types.ts';
import { type RandomEngine, randomDocument, randomEngine } from '../oracle/random-engine.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { contentOf } from './segment-content.ts';

const ROUNDS = 60;

/** A segment of these documents; `keepsLong`: with its long values whole, not as hashes. */
function sealed(
  documents: readonly NewDocument[],
  schema: Schema,
  language: string | null,
  keepsLong = true,
): Segment {
  const builder = new SegmentBuilder(analyzerFor(language), keepsLong);
  for (const document of documents) builder.add(document, schema);
  return builder.seal();
}

function merged(inputs: readonly MergeInput[], language: string | null): MergeResult & { pauses: number } {
  const steps = mergeSegments(inputs, analyzerFor(language));
  let step = steps.next();
  let pauses = 0;
  for (; !step.done; step = steps.next()) pauses++;
  return { ...step.value, pauses };
}

/** Documents of a random engine, enough of them now and then that lists have several blocks. */
function randomDocuments(random: Random, engine: RandomEngine): NewDocument[] {
  return Array.from({ length: 1 + random.below(random.pick([4, 20, 400])) }, (_, index) => ({
    id: `${random.below(1000)}-${index}`,
    sequence: index + 1,
    fields: randomDocument(random, engine),
  }));
}

/** Cuts documents into neighbouring segments and lets some die, all of a segment now and then. */
function randomInputs(random: Random, engine: RandomEngine, keepsLong: boolean) {
  const documents = randomDocuments(random, engine);
  const left = [...documents];
  const inputs: MergeInput[] = [];
  const living: NewDocument[] = [];
  while (left.length > 0) {
    const taken = left.splice(0, 1 + random.below(random.pick([3, 60, 300])));
    const live = random.below(3) === 0 ? null : newBits(taken.length);
    const deaths = random.pick([0.1, 0.5, 1]);
    for (const [doc, document] of taken.entries()) {
      if (live !== null && random.next() < deaths) continue;
      if (live !== null) setBit(live, doc);
      living.push(document);
    }
    inputs.push({ segment: sealed(taken, engine.schema, engine.language, keepsLong), live });
  }
  return { inputs, living };
}

test('a merged segment says what a segment says that was built at once of the living documents', () => {
  const random = new Random(announcedSeed('merged segments'));
  for (let round = 0; round < ROUNDS; round++) {
    const engine = randomEngine(random);
    const keepsLong = random.below(2) === 0;
    const { inputs, living } = randomInputs(random, engine, keepsLong);
    const { segment, maps } = merged(inputs, engine.language);
    const fields = [...engine.schema.keys()];
    const atOnce = sealed(living, engine.schema, engine.language, keepsLong);
    assert.deepEqual(contentOf(segment, fields), contentOf(atOnce, fields));
    assertMapped(inputs, maps, segment);
  }
});

/** Every living document got the next number, in the order of the inputs, and the dead have none. */
function assertMapped(inputs: readonly MergeInput[], maps: readonly Uint32Array[], segment: Segment): void {
  let next = 0;
  for (const [i, { segment: input, live }] of inputs.entries()) {
    for (let doc = 0; doc < input.docCount; doc++) {
      const isLive = live === null || hasBit(live, doc);
      assert.equal(maps[i]?.[doc], isLive ? next : GONE);
      if (isLive) assert.equal(segment.id(next++), input.id(doc));
    }
  }
  assert.equal(segment.docCount, next);
}

test('merging in two steps and in one give the same', () => {
  const random = new Random(announcedSeed('merges of merges'));
  for (let round = 0; round < ROUNDS / 2; round++) {
    const engine = randomEngine(random);
    const { inputs } = randomInputs(random, engine, false);
    const middle = random.below(inputs.length + 1);
    const halves = [inputs.slice(0, middle), inputs.slice(middle)]
      .filter((half) => half.length > 0)
      .map((half) => ({ segment: merged(half, engine.language).segment, live: null }));
    const fields = [...engine.schema.keys()];
    assert.deepEqual(
      contentOf(merged(halves, engine.language).segment, fields),
      contentOf(merged(inputs, engine.language).segment, fields),
    );
  }
});

const SCHEMA: Schema = new Map([['title', 'text']]);
const titled = (id: string, title: string): NewDocument => ({
  id,
  sequence: 1,
  fields: new Map([['title', title]]),
});

test('words, stems, forms and values that only dead documents had are gone', () => {
  const segment = sealed([titled('a', 'wi-fi caves'), titled('b', 'lake')], SCHEMA, 'en');
  const live = newBits(2);
  setBit(live, 1);
  const title = merged([{ segment, live }], 'en').segment.text('title');
  assert.equal(title?.words.find('caves'), -1);
  assert.equal(title?.stems?.find('cave'), -1);
  assert.equal(title?.forms?.size, 0);
  assert.equal(title?.words.size, 1);
});

test('a field that only some of the segments know is merged', () => {
  const schema: Schema = new Map([...SCHEMA, ['size', 'number']]);
  const first = sealed([titled('a', 'cave')], SCHEMA, 'en');
  const second = sealed([{ id: 'b', sequence: 2, fields: new Map([['size', [7, 8]]]) }], schema, 'en');
  const inputs = [first, second].map((segment) => ({ segment, live: null }));
  const content = contentOf(merged(inputs, 'en').segment, ['title', 'size']);
  assert.deepEqual(content.columns, [
    ['title', [['cave'], []]],
    ['size', [[], [7, 8]]],
  ]);
});

test('a merge pauses again and again, so that others get the thread', () => {
  const documents = Array.from({ length: 3_000 }, (_, i) => titled(`id-${i}`, `w${i} v${i % 50}`));
  const halves = [documents.slice(0, 1_500), documents.slice(1_500)];
  const inputs = halves.map((half) => ({ segment: sealed(half, SCHEMA, 'en'), live: null }));
  assert.ok(merged(inputs, 'en').pauses >= 3_000 / 512);
});
