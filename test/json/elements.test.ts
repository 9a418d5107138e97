import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { ApiError } from '../../src/errors.ts';
import { elementsOf } from '../../src/json/elements.ts';
import { lastMember } from '../../src/json/members.ts';
import { limits } from '../../src/limits.ts';
import { announcedSeed } from '../support/seed.ts';

const seed = announcedSeed('elements of JSON arrays');
const ALL = Number.POSITIVE_INFINITY;
const texts = (text: string, most = ALL): string[] =>
  Array.from(elementsOf(text, most), (element) => element.text.trim());
const isRefused = (error: unknown): boolean => error instanceof ApiError && error.status === 400;

suite('the elements of a JSON text', () => {
  test('are those of an array, or the text itself', () => {
    assert.deepEqual(texts('[]'), []);
    assert.deepEqual(texts(' [ ] '), []);
    assert.deepEqual(texts('{"a":[1,2]}'), ['{"a":[1,2]}']);
    assert.deepEqual(texts(' [1 , "],[" ,\n{"a":[{},"\\"]"]} ,null]\n'), [
      '1',
      '"],["',
      '{"a":[{},"\\"]"]}',
      'null',
    ]);
    assert.deepEqual(texts('["\\\\","\\u005d"]'), ['"\\\\"', '"\\u005d"']);
  });

  test('are no more than the caller needs', () => {
    assert.deepEqual(texts(`[${'{},'.repeat(1_000_000)}{}]`, 3), ['{}', '{}', '{}']);
  });

  test('are those that JSON.parse finds, and never smaller than stated (property)', () => {
    const blank = fc.constantFrom('', ' ', '\n\t ');
    fc.assert(
      fc.property(fc.array(fc.jsonValue({ maxDepth: 5 }), { maxLength: 6 }), blank, (values, space) => {
        const text = `${space}[${space}${values.map((value) => `${JSON.stringify(value, null, space)}${space}`).join(`,${space}`)}]${space}`;
        const elements = [...elementsOf(text, ALL)];
        assert.deepEqual(
          elements.map((element) => JSON.parse(element.text)),
          JSON.parse(text),
        );
        for (const { text: each, leastBytes } of elements) {
          assert.ok(leastBytes <= Buffer.byteLength(JSON.stringify(JSON.parse(each))), each);
        }
      }),
      { seed, numRuns: 1000 },
    );
  });

  test('have at least the bytes of their strings, however they are escaped', () => {
    for (const string of [
      '"aaaa"',
      '"\\u0061\\u0061\\u0061\\u0061"',
      '"\\n\\n\\n\\n"',
      '"😀😀"',
      '"\\ud83d\\ude00xx"',
    ]) {
      const [element] = elementsOf(`  ${string}  `, ALL);
      assert.equal(element?.leastBytes, 6, string);
    }
  });

  test('are refused together if the text cannot be JSON', () => {
    for (const text of [
      '[',
      '[1',
      '[1,',
      '["',
      '["\\',
      '["\\u',
      '[1]]',
      '[1]x',
      '[{]',
      '{"a":[}',
      '{}{',
      '{},{}',
      '[1}',
    ]) {
      assert.throws(() => texts(text), isRefused, text);
    }
  });

  test('may be nested as deep as a body, the array included', () => {
    const nested = (depth: number): string => '['.repeat(depth) + ']'.repeat(depth);
    assert.equal(texts(nested(limits.bodyDepth)).length, 1);
    assert.throws(() => texts(nested(limits.bodyDepth + 1)), isRefused);
  });
});

test('the last member of a name is found without parsing the others', () => {
  const cases: ReadonlyArray<readonly [string, string | undefined]> = [
    ['{}', undefined],
    ['[]', undefined],
    ['{"id":1}', '1'],
    ['{"a":{"id":2},"id":"x,}","b":[]}', '"x,}"'],
    ['{"id":1,"id":2}', '2'],
    ['{"i\\u0064":3}', '3'],
    ['{"\\u0069\\u0064":3}', '3'],
    ['{"idea":1,"di":2,"":3}', undefined],
    [' { "id" : [ 1 , { "id" : 2 } ] , "a" : 1 }', '[ 1 , { "id" : 2 } ]'],
  ];
  for (const [text, value] of cases) assert.equal(lastMember(text, 'id')?.trim(), value, text);
});
