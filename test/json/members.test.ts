import assert from 'node:assert/strict';
import test from 'node:test';
import fc from 'fast-check';
import { hasDuplicateMembers, objectMembers } from '../../src/json/members.ts';
import { planSchemaChange } from '../../src/schema/schema-change.ts';
import { processorTime } from '../support/processor-time.ts';

const texts: ReadonlyArray<readonly [text: string, members: unknown, duplicates: boolean]> = [
  ['{}', [], false],
  [' \t\r\n{ \n } ', [], false],
  ['{"a":1}', [['a', 1]], false],
  [
    '{ "a" : 1 , "b" : 2 }',
    [
      ['a', 1],
      ['b', 2],
    ],
    false,
  ],
  [
    '{"a":1,"a":2}',
    [
      ['a', 1],
      ['a', 2],
    ],
    true,
  ],
  [
    '{"a":1,"\\u0061":2}',
    [
      ['a', 1],
      ['a', 2],
    ],
    true,
  ],
  [
    '{"\\/":1,"/":2}',
    [
      ['/', 1],
      ['/', 2],
    ],
    true,
  ],
  [
    '{"\\ud83d\\ude00":1,"😀":2}',
    [
      ['😀', 1],
      ['😀', 2],
    ],
    true,
  ],
  [
    '{"\\ud800":1,"\\udc00":2}',
    [
      ['\ud800', 1],
      ['\udc00', 2],
    ],
    false,
  ],
  [
    '{"caf\u00e9":1,"cafe\u0301":2}',
    [
      ['caf\u00e9', 1],
      ['cafe\u0301', 2],
    ],
    false,
  ],
  [
    '{"a":1,"A":2}',
    [
      ['a', 1],
      ['A', 2],
    ],
    false,
  ],
  [
    '{"":1,"":2}',
    [
      ['', 1],
      ['', 2],
    ],
    true,
  ],
  [
    '{"__proto__":1,"x":2}',
    [
      ['__proto__', 1],
      ['x', 2],
    ],
    false,
  ],
  [
    '{"__proto__":1,"__proto__":2}',
    [
      ['__proto__', 1],
      ['__proto__', 2],
    ],
    true,
  ],
  [
    '{"constructor":1,"toString":2,"hasOwnProperty":3}',
    [
      ['constructor', 1],
      ['toString', 2],
      ['hasOwnProperty', 3],
    ],
    false,
  ],
  [
    '{"2":1,"1":2}',
    [
      ['2', 1],
      ['1', 2],
    ],
    false,
  ],
  [
    '{"a":"},{\\"a\\":1,","b":"\\\\"}',
    [
      ['a', '},{"a":1,'],
      ['b', '\\'],
    ],
    false,
  ],
  [
    '{"a\\"":1,"a\\\\":2}',
    [
      ['a"', 1],
      ['a\\', 2],
    ],
    false,
  ],
  ['{"a":{"a":{"a":1}}}', [['a', { a: { a: 1 } }]], false],
  [
    '{"a":{"b":1},"b":{"b":1}}',
    [
      ['a', { b: 1 }],
      ['b', { b: 1 }],
    ],
    false,
  ],
  ['{"a":[{"b":1},{"b":1}]}', [['a', [{ b: 1 }, { b: 1 }]]], false],
  [
    '{"a":["a","a"],"b":["b"]}',
    [
      ['a', ['a', 'a']],
      ['b', ['b']],
    ],
    false,
  ],
  [
    '{"a":{"b":1},"a":2}',
    [
      ['a', { b: 1 }],
      ['a', 2],
    ],
    true,
  ],
  [
    '{"a":[1,{"c":[],"b":1}, "b"],"d":{}, "a":2}',
    [
      ['a', [1, { c: [], b: 1 }, 'b']],
      ['d', {}],
      ['a', 2],
    ],
    true,
  ],
  ['{"a":{"x":1,"x":2}}', [['a', { x: 2 }]], true],
  ['{"a":[[{"x":1,"y":[{}],"x":2}]]}', [['a', [[{ x: 2, y: [{}] }]]]], true],
  // The number of an object and a name that looks like one are distinguished.
  [
    '{"1":{"2 a":1},"1 1":{"a":1},"2 a":3}',
    [
      ['1', { '2 a': 1 }],
      ['1 1', { a: 1 }],
      ['2 a', 3],
    ],
    false,
  ],
  [
    '{"a":null,"b":true,"c":-1.5e3,"d":""}',
    [
      ['a', null],
      ['b', true],
      ['c', -1500],
      ['d', ''],
    ],
    false,
  ],
  ['[]', undefined, false],
  ['[{"a":1}]', undefined, false],
  ['[{"a":1,"a":1}]', undefined, true],
  ['["a","a"]', undefined, false],
  ['"{\\"a\\":1,\\"a\\":1}"', undefined, false],
  ['null', undefined, false],
  [' 12 ', undefined, false],
];

test('the members of an object are listed in order, with duplicates', () => {
  for (const [text, members] of texts)
    assert.deepEqual(objectMembers(text, Number.POSITIVE_INFINITY), members, text);
});

test('no more members are listed than asked for', () => {
  assert.deepEqual(objectMembers('{"a":1,"a":2,"b":3}', 2), [
    ['a', 1],
    ['a', 2],
  ]);
});

test('duplicate members are found in any object of the text', () => {
  for (const [text, , duplicates] of texts) assert.equal(hasDuplicateMembers(text), duplicates, text);
});

test('a field that is posted twice, escaped or not, must be unique', () => {
  for (const name of ['year', '\\u0079ear', 'y\\u0065a\\u0072', '\\u0079\\u0065\\u0061\\u0072']) {
    for (const text of [
      `{"year":"number","${name}":"number"}`,
      `{"${name}":"date","b":"text","year":"text"}`,
    ]) {
      const plan = planSchemaChange(new Map(), objectMembers(text, Number.POSITIVE_INFINITY) ?? []);
      assert.deepEqual(plan, { ok: false, messages: ['Name must be unique'] }, text);
    }
  }
});

/** A JSON text as a tree that, unlike a JavaScript object, can contain a member twice. */
type Tree =
  | { kind: 'scalar'; text: string }
  | { kind: 'array'; items: Tree[] }
  | { kind: 'object'; members: Array<{ name: string; escaped: boolean; value: Tree }> };

const blank = fc.constantFrom('', '', ' ', '\n\t', '\r\n');
const name = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    '',
    '__proto__',
    'constructor',
    '1',
    '1 a',
    '"',
    '\\',
    '\\"',
    '{',
    '},{',
    '😀',
    '\ud800',
  ),
  fc.string({ unit: 'binary', maxLength: 3 }),
);
const { tree } = fc.letrec<{ tree: Tree }>((tie) => ({
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    fc.jsonValue({ maxDepth: 0 }).map((value): Tree => ({ kind: 'scalar', text: JSON.stringify(value) })),
    fc.array(tie('tree'), { maxLength: 4 }).map((items): Tree => ({ kind: 'array', items })),
    fc
      .array(fc.record({ name, escaped: fc.boolean(), value: tie('tree') }), { maxLength: 5 })
      .map((members): Tree => ({ kind: 'object', members })),
  ),
}));

const writeName = (text: string, escaped: boolean): string =>
  escaped
    ? `"${Array.from({ length: text.length }, (_, at) => `\\u${text.charCodeAt(at).toString(16).padStart(4, '0')}`).join('')}"`
    : JSON.stringify(text);
const write = (node: Tree, gap: string): string => {
  if (node.kind === 'scalar') return node.text;
  if (node.kind === 'array')
    return `[${gap}${node.items.map((item) => write(item, gap)).join(`${gap},${gap}`)}${gap}]`;
  const members = node.members.map(
    (m) => `${writeName(m.name, m.escaped)}${gap}:${gap}${write(m.value, gap)}`,
  );
  return `{${gap}${members.join(`${gap},${gap}`)}${gap}}`;
};
const repeatsName = (node: Tree): boolean => {
  if (node.kind === 'scalar') return false;
  if (node.kind === 'array') return node.items.some(repeatsName);
  const twice = node.members.some((m, at) =>
    node.members.slice(0, at).some((other) => other.name === m.name),
  );
  return twice || node.members.some((m) => repeatsName(m.value));
};

test('any JSON text is read back into its members', (t) => {
  const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31);
  t.diagnostic(`seed ${seed}`);
  let duplicates = 0;
  fc.assert(
    fc.property(tree, blank, (node, gap) => {
      const text = `${gap}${write(node, gap)}${gap}`;
      JSON.parse(text);
      const expected =
        node.kind === 'object'
          ? node.members.map((m) => [m.name, JSON.parse(write(m.value, ''))])
          : undefined;
      assert.deepEqual(objectMembers(text, Number.POSITIVE_INFINITY), expected);
      assert.equal(hasDuplicateMembers(text), repeatsName(node));
      if (repeatsName(node)) duplicates += 1;
    }),
    { seed, numRuns: 5000 },
  );
  t.diagnostic(`5000 texts, ${duplicates} with duplicates`);
  assert.ok(duplicates > 100, 'the texts must try both answers');
});

test('deep and long texts are handled', () => {
  const deep = 300_000;
  const long = Array.from({ length: 200_000 }, (_, at) => `"k${at}":"${'\\\\'.repeat(5)}"`).join();
  const cases: ReadonlyArray<readonly [what: string, text: string, duplicates: boolean]> = [
    ['deep arrays', '['.repeat(deep) + ']'.repeat(deep), false],
    ['deep objects', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep)}`, false],
    ['deep objects, a twin at the bottom', `${'{"a":'.repeat(deep)}{"b":1,"b":1}${'}'.repeat(deep)}`, true],
    ['deep objects, a twin at the top', `${'{"a":'.repeat(deep)}1${'}'.repeat(deep - 1)},"a":1}`, true],
    ['many members', `{${long}}`, false],
    ['many members, the last a twin', `{${long},"k0":1}`, true],
    ['a string of backslashes', `{"a":"${'\\\\'.repeat(deep)}"}`, false],
    ['a long run of blanks', `{${' '.repeat(deep)}"a"${' '.repeat(deep)}:1${' '.repeat(deep)}}`, false],
  ];
  for (const [what, text, duplicates] of cases) {
    const start = processorTime();
    assert.equal(hasDuplicateMembers(text), duplicates, what);
    objectMembers(text, Number.POSITIVE_INFINITY);
    assert.ok(processorTime() - start < 5000, what);
  }
});
