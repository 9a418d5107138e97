import assert from 'node:assert/strict';
import test from 'node:test';
import { planSchemaChange } from '../../src/schema/schema-change.ts';
import type { FieldType, Schema } from '../../src/values/types.ts';

type Members = ReadonlyArray<readonly [string, unknown]>;

const badType = 'Type is not included in the list';
const whitespace = 'Name cannot contain whitespace';
const underscore = 'Name cannot have a leading underscore';
const tooLong = 'Name cannot contain more than 64 characters';
const reserved =
  'Name cannot be a reserved field (external_id, engine_id, highlight, or, and, not, any, all, none)';
const characters = 'Name can only contain lowercase letters, numbers, and underscores';
const noLetter = 'Name must contain a lowercase letter';
const unique = 'Name must be unique';
const tooMany = 'Exceeds maximum of 64 schema fields';

const books: Schema = new Map<string, FieldType>([
  ['title', 'text'],
  ['year', 'text'],
  ['added', 'date'],
]);
const fields = (count: number): Schema =>
  new Map(Array.from({ length: count }, (_, index): [string, FieldType] => [`field_${index}`, 'text']));

interface Good {
  what: string;
  schema: Schema;
  members: Members;
  after: Members;
  changed: string[];
  added: string[];
}
const accepted: readonly Good[] = [
  { what: 'nothing posted', schema: books, members: [], after: [...books], changed: [], added: [] },
  {
    what: 'the same schema posted again',
    schema: books,
    members: [...books].reverse(),
    after: [...books],
    changed: [],
    added: [],
  },
  {
    what: 'a type changed, its place kept',
    schema: books,
    members: [['year', 'number']],
    after: [
      ['title', 'text'],
      ['year', 'number'],
      ['added', 'date'],
    ],
    changed: ['year'],
    added: [],
  },
  {
    what: 'new fields appended as posted, old ones changed, others left',
    schema: books,
    members: [
      ['place', 'geolocation'],
      ['added', 'text'],
      ['isbn', 'text'],
      ['title', 'text'],
    ],
    after: [
      ['title', 'text'],
      ['year', 'text'],
      ['added', 'text'],
      ['place', 'geolocation'],
      ['isbn', 'text'],
    ],
    changed: ['added'],
    added: ['place', 'isbn'],
  },
  {
    what: 'the 64th field',
    schema: fields(63),
    members: [['last', 'date']],
    after: [...fields(63), ['last', 'date']],
    changed: [],
    added: ['last'],
  },
  {
    what: 'a type changed in a full schema',
    schema: fields(64),
    members: [['field_0', 'number']],
    after: [['field_0', 'number'], ...[...fields(64)].slice(1)],
    changed: ['field_0'],
    added: [],
  },
  {
    what: 'names that objects treat specially',
    schema: new Map(),
    members: [
      ['constructor', 'text'],
      ['tostring', 'number'],
    ],
    after: [
      ['constructor', 'text'],
      ['tostring', 'number'],
    ],
    changed: [],
    added: ['constructor', 'tostring'],
  },
];

const refused: ReadonlyArray<readonly [what: string, Schema, Members, messages: readonly string[]]> = [
  ...[
    'integer',
    'Text',
    ' text',
    'text ',
    'not-a-valid-type',
    '',
    null,
    1,
    true,
    ['text'],
    { type: 'text' },
  ].map((type) => [`type ${JSON.stringify(type)}`, books, [['year', type]], [badType]] as const),
  ['id', books, [['id', 'text']], [unique]],
  ['id in a full schema, where it takes no place', fields(64), [['id', 'text']], [unique]],
  [
    'a name twice',
    books,
    [
      ['year', 'number'],
      ['year', 'number'],
    ],
    [unique],
  ],
  [
    'a new name twice, with two types',
    books,
    [
      ['isbn', 'number'],
      ['isbn', 'text'],
    ],
    [unique],
  ],
  [
    'a name twice, the second with a bad type',
    books,
    [
      ['isbn', 'number'],
      ['isbn', 'string'],
    ],
    [badType, unique],
  ],
  ['__proto__', books, [['__proto__', 'text']], [underscore]],
  [
    'one bad field among good ones',
    books,
    [
      ['year', 'number'],
      ['Bad', 'text'],
      ['isbn', 'text'],
    ],
    [characters],
  ],
  ['the 65th field', fields(64), [['one_more', 'text']], [tooMany]],
  ['65 fields at once', new Map(), [...fields(65)], [tooMany]],
  [
    'a full schema: a change and a new field',
    fields(64),
    [
      ['field_0', 'number'],
      ['one_more', 'text'],
    ],
    [tooMany],
  ],
  [
    'the 65th field with a bad name and a bad type',
    fields(64),
    [['One', 'string']],
    [badType, characters, tooMany],
  ],
  [
    'a new field named twice takes one place',
    fields(63),
    [
      ['last', 'text'],
      ['last', 'text'],
    ],
    [unique],
  ],
  [
    'every message at once, whatever the order of the fields',
    fields(64),
    [
      ['id', 'text'],
      ['9', 'text'],
      ['B', 'text'],
      ['or', 'text'],
      ['x'.repeat(65), 'text'],
      ['_a', 'text'],
      ['a b', 'text'],
      ['c', 'integer'],
      ['d', 'integer'],
    ],
    [badType, whitespace, underscore, tooLong, reserved, characters, noLetter, unique, tooMany],
  ],
];

test('a valid change returns the whole schema, the changed fields and the new ones', () => {
  for (const { what, schema, members, after, changed, added } of accepted) {
    const before = [...schema];
    const plan = planSchemaChange(schema, members);
    assert.ok(plan.ok, what);
    assert.deepEqual([...plan.change.schema], after, what);
    assert.deepEqual(plan.change.changed, changed, what);
    assert.deepEqual(plan.change.added, added, what);
    assert.deepEqual([...schema], before, `${what}: the old schema is left alone`);
  }
});

test('an invalid change is rejected with all its messages, once each and in order', () => {
  for (const [what, schema, members, messages] of refused) {
    const before = [...schema];
    assert.deepEqual(planSchemaChange(schema, members), { ok: false, messages }, what);
    assert.deepEqual([...schema], before, `${what}: the old schema is left alone`);
  }
});
