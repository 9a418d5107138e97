import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { hasBit, newBitSet, setBit } from '../../src/index/embedded/segment/bits.ts';
import { type MergeInput, type MergeResult, mergeSegments } from '../../src/index/embedded/segment/merge.ts';
import { DELETED } from '../../src/index/embedded/segment/merge-map.ts';
import { BLOCK_SIZE } from '../../src/index/embedded/segment/postings.ts';
import { Segment } from '../../src/index/embedded/segment/segment.ts';
import { type NewDocument, SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import { SegmentTooLarge } from '../../src/index/embedded/segment/segment-too-large.ts';
import type { FieldType, Schema } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';
import { type RandomEngine, randomDocument, randomEngine } from '../oracle/random-engine.ts';
import { announcedSeed, Random } from '../support/seed.ts';
import { contentOf } from './segment-content.ts';

const ROUNDS = 60;

/** A segment of these documents. */
function sealed(documents: readonly NewDocument[], schema: Schema, language: string | null): Segment {
  const builder = new SegmentBuilder(analyzerFor(language));
  for (const document of documents) builder.add(document, schema);
  return runToCompletion(builder.seal());
}

function merged(inputs: readonly MergeInput[]): MergeResult & { pauses: number } {
  const steps = mergeSegments(inputs);
  let step = steps.next();
  let pauses = 0;
  for (; !step.done; step = steps.next()) pauses++;
  return { ...step.value, pauses };
}

/** Ids with characters of every width, and a prefix longer than a comparison key. */
const BEGINNINGS = ['', '', 'é', '가나다', '😀', '\u07ff', '\uffff', 'https://example.org/parks/'];

/** Documents of a random engine, sometimes enough for lists of several blocks. */
function randomDocuments(random: Random, engine: RandomEngine): NewDocument[] {
  return Array.from({ length: 1 + random.below(random.pick([4, 20, 400])) }, (_, index) => ({
    id: `${random.pick(BEGINNINGS)}${random.below(1000)}-${index}`,
    sequence: index + 1,
    fields: randomDocument(random, engine),
  }));
}

/** Splits documents into neighbouring segments and deletes some, sometimes all of a segment. */
function randomInputs(random: Random, engine: RandomEngine) {
  const documents = randomDocuments(random, engine);
  const left = [...documents];
  const inputs: MergeInput[] = [];
  const live: NewDocument[] = [];
  while (left.length > 0) {
    const taken = left.splice(0, 1 + random.below(random.pick([3, 60, 300])));
    const liveDocs = random.below(3) === 0 ? null : newBitSet(taken.length);
    const deaths = random.pick([0.1, 0.5, 1]);
    const ids = new Set(taken.map(({ id }) => id));
    for (const [doc, document] of taken.entries()) {
      if (liveDocs !== null && random.next() < deaths) {
        // Many deleted documents were replaced: their id is live in another segment.
        const { id } = random.pick(documents);
        if (!ids.has(id)) taken[doc] = { ...document, id };
        ids.add(id);
        continue;
      }
      if (liveDocs !== null) setBit(liveDocs, doc);
      live.push(document);
    }
    inputs.push({ segment: sealed(taken, engine.schema, engine.language), liveDocs });
  }
  return { inputs, live };
}

test('a merged segment equals a segment built from the live documents', () => {
  const random = new Random(announcedSeed('merged segments'));
  for (let round = 0; round < ROUNDS; round++) {
    const engine = randomEngine(random);
    const { inputs, live } = randomInputs(random, engine);
    const { segment, maps } = merged(inputs);
    const fields = [...engine.schema.keys()];
    const atOnce = sealed(live, engine.schema, engine.language);
    assert.deepEqual(contentOf(segment, fields), contentOf(atOnce, fields));
    assertSameBytes(segment, atOnce);
    assertMapped(inputs, maps, segment);
  }
});

/** The merged segment has every section of the built one, byte for byte. */
function assertSameBytes(merged: Segment, atOnce: Segment): void {
  const bytesOf = ({ sections: { buffer, entries } }: Segment): Map<string, Buffer> =>
    new Map(
      entries.map(({ name, kind, at, length }) => [
        name,
        Buffer.from(buffer, at, length * { u8: 1, u16: 2, u32: 4, f64: 8 }[kind]),
      ]),
    );
  const exact = bytesOf(merged);
  for (const [name, bytes] of bytesOf(atOnce)) {
    assert.ok(exact.get(name)?.equals(bytes), `section ${name} differs`);
  }
}

/** Live documents are numbered in the order of the inputs; deleted ones have no number. */
function assertMapped(inputs: readonly MergeInput[], maps: readonly Uint32Array[], segment: Segment): void {
  let next = 0;
  for (const [i, { segment: input, liveDocs }] of inputs.entries()) {
    for (let doc = 0; doc < input.docCount; doc++) {
      const isLive = liveDocs === null || hasBit(liveDocs, doc);
      assert.equal(maps[i]?.[doc], isLive ? next : DELETED);
      if (isLive) assert.equal(segment.id(next++), input.id(doc));
    }
  }
  assert.equal(segment.docCount, next);
}

test('merging in two steps and in one gives the same', () => {
  const random = new Random(announcedSeed('merges of merges'));
  for (let round = 0; round < ROUNDS / 2; round++) {
    const engine = randomEngine(random);
    const { inputs } = randomInputs(random, engine);
    const middle = random.below(inputs.length + 1);
    const halves = [inputs.slice(0, middle), inputs.slice(middle)]
      .filter((half) => half.length > 0)
      .map((half) => ({ segment: merged(half).segment, liveDocs: null }));
    const fields = [...engine.schema.keys()];
    assert.deepEqual(contentOf(merged(halves).segment, fields), contentOf(merged(inputs).segment, fields));
  }
});

const SCHEMA: Schema = new Map([['title', 'text']]);
const titled = (id: string, title: string): NewDocument => ({
  id,
  sequence: 1,
  fields: new Map([['title', title]]),
});

test('terms, stems, subtokens and values of deleted documents only are dropped', () => {
  const segment = sealed([titled('a', 'wi-fi caves'), titled('b', 'lake')], SCHEMA, 'en');
  const liveDocs = newBitSet(2);
  setBit(liveDocs, 1);
  const title = merged([{ segment, liveDocs }]).segment.text('title');
  assert.equal(title?.words.find('caves'), -1);
  assert.equal(title?.stems?.find('cave'), -1);
  assert.deepEqual([title?.sharedSubtokens?.size, title?.singleSubtokens?.size], [0, 0]);
  assert.equal(title?.words.size, 1);
});

test('a field that only some segments have is merged', () => {
  const schema: Schema = new Map([...SCHEMA, ['size', 'number']]);
  const first = sealed([titled('a', 'cave')], SCHEMA, 'en');
  const second = sealed([{ id: 'b', sequence: 2, fields: new Map([['size', [7, 8]]]) }], schema, 'en');
  const inputs = [first, second].map((segment) => ({ segment, liveDocs: null }));
  const content = contentOf(merged(inputs).segment, ['title', 'size']);
  assert.deepEqual(content.columns, [
    ['title', [['cave'], []]],
    ['size', [[], [7, 8]]],
  ]);
});

test('lists of every length around a block boundary are merged', () => {
  const random = new Random(announcedSeed('merged lists'));
  const lengths = [0, 1, BLOCK_SIZE - 1, BLOCK_SIZE, BLOCK_SIZE + 1, 2 * BLOCK_SIZE, 2 * BLOCK_SIZE + 44];
  for (let round = 0; round < 15; round++) {
    let id = 0;
    const parts = Array.from({ length: 1 + random.below(5) }, () => {
      const length = random.pick(lengths);
      const gap = random.pick([1, 3]);
      // Some words are frequent, some at high positions: frequencies and positions of every width.
      const often = random.pick([1, 1, 3, 300]);
      return Array.from({ length: length * gap || 1 }, (_, i) => {
        const glaciers = i % gap === 0 && length > 0 ? 'glacier '.repeat(1 + random.below(often)) : '';
        return titled(`d${id++}`, `${'far '.repeat(random.pick([0, 0, 200]))}${glaciers}wi-fi`);
      });
    });
    const liveDocs = random.below(2) === 0 ? null : newBitSet(parts[0]?.length ?? 0).fill(0xfefefefe);
    const inputs = parts.map((part, i) => ({
      segment: sealed(part, SCHEMA, 'en'),
      liveDocs: i === 0 ? liveDocs : null,
    }));
    const live = parts.flatMap((part, i) =>
      part.filter((_, doc) => i > 0 || liveDocs === null || hasBit(liveDocs, doc)),
    );
    assertSameBytes(merged(inputs).segment, sealed(live, SCHEMA, 'en'));
  }
});

test('many fields of every type are merged, including those of few or no documents', () => {
  const random = new Random(announcedSeed('many fields'));
  const types: FieldType[] = ['text', 'number', 'date', 'geolocation'];
  const schema: Schema = new Map(
    Array.from({ length: 60 }, (_, i): [string, FieldType] => [`f${i}`, random.pick(types)]),
  );
  const samples: Record<FieldType, TypedValue[]> = {
    text: [
      '',
      '   ',
      '...',
      'cave',
      'Wi-Fi',
      'x'.repeat(64),
      'x'.repeat(65),
      `${'é'.repeat(40)} moon`,
      ['a', null, 'b'],
    ],
    number: [0, -1.5, 1e300, [1, 2, null]],
    date: ['1985-01-01T00:00:00+00:00', '2024-03-01T00:00:00.123456789+00:00', []],
    geolocation: ['0,0', ['37.38,-122.08', '89.9,179.9'], null],
  };
  const documents = Array.from({ length: 200 }, (_, i): NewDocument => {
    const fields = new Map<string, TypedValue>();
    for (const [field, type] of schema)
      if (random.below(20) === 0) fields.set(field, random.pick(samples[type]));
    return { id: `d${i}`, sequence: i, fields };
  });
  const inputs = [documents.slice(0, 90), documents.slice(90, 91), documents.slice(91)].map((part) => ({
    segment: sealed(part, schema, null),
    liveDocs: null,
  }));
  const atOnce = sealed(documents, schema, null);
  const { segment } = merged(inputs);
  assert.deepEqual(contentOf(segment, schema.keys()), contentOf(atOnce, schema.keys()));
  assertSameBytes(segment, atOnce);
});

test('a subtoken is single or shared according to the live documents of the merged segment', () => {
  const one = sealed([titled('a', 'wi-fi'), titled('b', 'e-mail'), titled('c', 'e-mail')], SCHEMA, 'en');
  const other = sealed([titled('d', 'wi-fi'), titled('e', 'co-op')], SCHEMA, 'en');
  const liveDocs = newBitSet(3);
  setBit(liveDocs, 0);
  setBit(liveDocs, 1);
  const formsOf = (segment: Segment) => {
    const { sharedSubtokens, singleSubtokens } = segment.text('title') ?? assert.fail('there is no text');
    return [sharedSubtokens, singleSubtokens].map((forms) =>
      Array.from({ length: forms?.size ?? 0 }, (_, ordinal) => forms?.text(ordinal)),
    );
  };
  assert.deepEqual(formsOf(one), [
    ['e', 'email', 'mail'],
    ['fi', 'wi', 'wifi'],
  ]);
  const { segment } = merged([
    { segment: one, liveDocs },
    { segment: other, liveDocs: null },
  ]);
  assert.deepEqual(formsOf(segment), [
    ['fi', 'wi', 'wifi'],
    ['co', 'coop', 'e', 'email', 'mail', 'op'],
  ]);
});

test('segments whose texts have no words are well-formed and are merged', () => {
  const segments = ['', '...', '   '].map((title, i) => sealed([titled(`d${i}`, title)], SCHEMA, 'en'));
  for (const { image } of segments) {
    const { words, stems, sharedSubtokens, singleSubtokens } =
      Segment.of(image).text('title') ?? assert.fail('there is no text');
    assert.deepEqual([words.size, stems?.size, sharedSubtokens?.size, singleSubtokens?.size], [0, 0, 0, 0]);
  }
  const { segment } = merged(segments.map((one) => ({ segment: one, liveDocs: null })));
  assert.deepEqual(contentOf(segment, ['title']).columns, [['title', [[''], ['...'], ['   ']]]]);
});

test('values of deleted documents only are dropped, long ones included', () => {
  const long = (letter: string) => letter.repeat(100);
  const segment = sealed(
    [titled('a', 'cave'), titled('b', long('b')), titled('c', 'lake'), titled('d', long('d'))],
    SCHEMA,
    'en',
  );
  const liveDocs = newBitSet(4);
  setBit(liveDocs, 2);
  setBit(liveDocs, 3);
  const column = merged([{ segment, liveDocs }]).segment.column('title');
  assert.ok(column?.type === 'text');
  assert.deepEqual([column.dictionary.size, column.long.size], [1, 1]);
  assert.equal(column.long.find(long('d')), 0);
  assert.equal(column.long.find(long('b')), -1);
});

test('a merge yields the thread repeatedly', () => {
  const documents = Array.from({ length: 3_000 }, (_, i) => titled(`id-${i}`, `w${i} v${i % 50}`));
  const halves = [documents.slice(0, 1_500), documents.slice(1_500)];
  const inputs = halves.map((half) => ({ segment: sealed(half, SCHEMA, 'en'), liveDocs: null }));
  assert.ok(merged(inputs).pauses >= 3_000 / 512);
});

test('segments that do not fit into one are rejected before any work', () => {
  const fields = new Map([['title', Array.from({ length: 20_000 }, (_, i) => `w${i}`).join(' ')]]);
  const segment = sealed([{ id: 'a', sequence: 1, fields }], new Map([['title', 'text']]), null);
  const times = Math.ceil(2 ** 32 / segment.sections.byteLength) + 1;
  const steps = mergeSegments(new Array(times).fill({ segment, liveDocs: null }));
  assert.throws(
    () => steps.next(),
    (error) => error instanceof SegmentTooLarge && /a merged segment would be \d+/.test(error.message),
  );
});
