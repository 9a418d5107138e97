import assert from 'node:assert/strict';
import { test } from 'node:test';
import { analyzerFor } from '../../src/analysis/language.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import { SegmentBuilder } from '../../src/index/embedded/segment/segment-builder.ts';
import type { Schema } from '../../src/values/types.ts';
import type { TypedValue } from '../../src/values/value.ts';

const SCHEMA: Schema = new Map([
  ['title', 'text'],
  ['body', 'text'],
  ['size', 'number'],
]);

const builderOf = (...documents: Array<Record<string, TypedValue>>): SegmentBuilder => {
  const builder = new SegmentBuilder(analyzerFor('en'));
  for (const [i, fields] of documents.entries()) {
    builder.add({ id: `d${i}`, sequence: i, fields: new Map(Object.entries(fields)) }, SCHEMA);
  }
  return builder;
};

test('a field has its own terms, stems and subtokens, and none of other fields or of ids', () => {
  const segment = runToCompletion(
    builderOf({ title: 'Caves of Wi-Fi', body: 'glaciers' }, { title: 'cave', body: 'e-mail' }).seal(),
  );
  const contentOf = (field: string) => {
    const { words, stems, singleSubtokens } = segment.text(field) ?? assert.fail('there is no text');
    return [words, stems, singleSubtokens].map((dictionary) =>
      Array.from({ length: dictionary?.size ?? 0 }, (_, ordinal) => dictionary?.text(ordinal)),
    );
  };
  assert.deepEqual(contentOf('title'), [
    ['cave', 'caves', 'fi', 'of', 'wi'],
    ['cave', 'fi', 'of', 'wi'],
    ['fi', 'wi', 'wifi'],
  ]);
  assert.deepEqual(contentOf('body'), [
    ['e', 'glaciers', 'mail'],
    ['e', 'glacier', 'mail'],
    ['e', 'email', 'mail'],
  ]);
  assert.deepEqual(contentOf('id'), [['d0', 'd1'], [], []]);
});

test('concurrent builders do not affect each other', () => {
  const one = new SegmentBuilder(analyzerFor('en'));
  const other = new SegmentBuilder(analyzerFor('en'));
  let documents = 0;
  const add = (builder: SegmentBuilder, title: string) =>
    builder.add({ id: `d${++documents}`, sequence: 1, fields: new Map([['title', title]]) }, SCHEMA);
  for (const word of ['cave', 'lake', 'moon']) add(one, word);
  for (const word of ['moon', 'cave']) add(other, word);
  add(one, 'cave');
  const dfOf = (builder: SegmentBuilder, word: string) => {
    const { words, postings } =
      runToCompletion(builder.seal()).text('title') ?? assert.fail('there is no text');
    return postings.df[words.find(word)];
  };
  assert.equal(dfOf(one, 'cave'), 2);
  assert.equal(dfOf(other, 'moon'), 1);
});

test('a segment sealed in steps equals one sealed at once', () => {
  const documents = [{ title: 'Caves', size: 3 }, { body: ['a', null, 'b'] }];
  const steps = builderOf(...documents).seal();
  let pauses = 0;
  let step = steps.next();
  for (; !step.done; step = steps.next()) pauses++;
  assert.ok(pauses >= SCHEMA.size);
  const { sections } = runToCompletion(builderOf(...documents).seal());
  assert.deepEqual(step.value.sections.entries, sections.entries);
  assert.deepEqual(Buffer.from(step.value.sections.buffer), Buffer.from(sections.buffer));
});
