import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import type { Description, Schema } from '../../packages/client/generate.ts';
import { changesOf, changeText } from './description-changes.ts';

/** A description of one operation, GET /books, with these parts. */
interface Parts {
  readonly id?: string;
  readonly parameters?: ReadonlyArray<{ name: string; required?: boolean; schema?: object }>;
  readonly body?: object;
  readonly answer?: object;
  readonly schemas?: object;
  readonly summary?: string;
}

const described = ({ id = 'books', parameters = [], body, answer = {}, schemas = {}, summary = '' }: Parts) =>
  ({
    paths: {
      '/books': {
        get: {
          operationId: id,
          summary,
          parameters: parameters.map(({ name, required = false, schema = { type: 'string' } }) => ({
            name,
            in: 'query',
            required,
            schema,
          })),
          ...(body !== undefined && { requestBody: { content: { 'application/json': { schema: body } } } }),
          responses: { 200: { content: { 'application/json': { schema: answer } } } },
        },
      },
    },
    components: { schemas },
  }) as unknown as Description;

const changes = (before: Parts, after: Parts): string[] =>
  changesOf(described(before), described(after)).map(changeText);

const object = (properties: object, required: readonly string[] = [], more: object = {}): Schema => ({
  type: 'object',
  properties: properties as Record<string, Schema>,
  required,
  ...more,
});
const text = { type: 'string' };
const number = { type: 'number' };

suite('the comparison of OpenAPI descriptions', () => {
  test('finds nothing in two that are the same', () => {
    const parts = {
      body: object({ a: text }),
      answer: { anyOf: [text, { $ref: '#/x/S' }] },
      schemas: { S: object({ a: number }) },
    };
    assert.deepEqual(changes(parts, structuredClone(parts)), []);
  });

  test('a removed route is breaking, a new one is an addition', () => {
    const empty: Description = { paths: {}, components: { schemas: {} } };
    const one = described({});
    assert.deepEqual(changesOf(one, empty).map(changeText), ['breaking: GET /books: was removed']);
    assert.deepEqual(changesOf(empty, one).map(changeText), ['addition: GET /books: is new']);
  });

  const BODY = 'GET /books, body';
  const ANSWER = 'GET /books, answer 200';
  const cases: ReadonlyArray<readonly [what: string, before: Parts, after: Parts, expected: string[]]> = [
    [
      'another operation id',
      {},
      { id: 'listBooks' },
      ['breaking: GET /books: has the id listBooks instead of books'],
    ],
    ['another text', {}, { summary: 'List books' }, ['wording: the description: has other texts']],

    // Parameters
    [
      'a new required parameter',
      {},
      { parameters: [{ name: 'q', required: true }] },
      ['breaking: GET /books, query parameter q: is new'],
    ],
    [
      'a new optional parameter',
      {},
      { parameters: [{ name: 'q' }] },
      ['addition: GET /books, query parameter q: is new'],
    ],
    [
      'a removed parameter',
      { parameters: [{ name: 'q' }] },
      {},
      ['breaking: GET /books, query parameter q: was removed'],
    ],
    [
      'a parameter that becomes required',
      { parameters: [{ name: 'q' }] },
      { parameters: [{ name: 'q', required: true }] },
      ['breaking: GET /books, query parameter q: is required'],
    ],
    [
      'a parameter of another type',
      { parameters: [{ name: 'q' }] },
      { parameters: [{ name: 'q', schema: number }] },
      [
        'breaking: GET /books, query parameter q: is no longer a value of type string',
        'addition: GET /books, query parameter q: can be a value of type number',
      ],
    ],

    // Bodies
    [
      'a new required member of a body',
      { body: object({}) },
      { body: object({ a: text }, ['a']) },
      [`breaking: ${BODY}, member a: is new and required`],
    ],
    [
      'a new optional member of a body',
      { body: object({}) },
      { body: object({ a: text }) },
      [`addition: ${BODY}, member a: is new`],
    ],
    [
      'a member of a body that becomes required',
      { body: object({ a: text }) },
      { body: object({ a: text }, ['a']) },
      [`breaking: ${BODY}, member a: is required`],
    ],
    [
      'a removed member of a body',
      { body: object({ a: text }) },
      { body: object({}) },
      [`breaking: ${BODY}, member a: was removed`],
    ],
    [
      'a wider body',
      { body: text },
      { body: { type: ['string', 'null'] } },
      [`addition: ${BODY}: can be a value of type null`],
    ],
    [
      'a value of a body that is gone, and one that is new',
      { body: { enum: ['asc', 'desc'] } },
      { body: { enum: ['asc', 'random'] } },
      [`breaking: ${BODY}: is no longer the value "desc"`, `addition: ${BODY}: can be the value "random"`],
    ],
    [
      'tighter and looser bounds of a body',
      { body: object({ a: { maximum: 10 }, b: { maximum: 10 }, c: {} }) },
      { body: object({ a: { maximum: 9 }, b: {}, c: { minimum: 1 } }) },
      [
        `breaking: ${BODY}, member a: has the maximum 9 instead of 10`,
        `addition: ${BODY}, member b: has the maximum Infinity instead of 10`,
        `breaking: ${BODY}, member c: has the minimum 1 instead of -Infinity`,
      ],
    ],
    [
      'another default',
      { body: { type: 'integer', default: 10 } },
      { body: { type: 'integer', default: 20 } },
      [`breaking: ${BODY}: has the default 20 instead of 10`],
    ],
    [
      'a body that allows no further members',
      { body: object({}, [], { additionalProperties: true }) },
      { body: object({}, [], { additionalProperties: false }) },
      [`breaking: ${BODY}: cannot have further members`],
    ],

    // Answers
    [
      'a removed member of an answer',
      { answer: object({ a: text }, ['a']) },
      { answer: object({}) },
      [`breaking: ${ANSWER}, member a: was removed`],
    ],
    [
      'a new member of an answer',
      { answer: object({}) },
      { answer: object({ a: text }, ['a']) },
      [`addition: ${ANSWER}, member a: is new`],
    ],
    [
      'a member of an answer that may be missing',
      { answer: object({ a: text }, ['a']) },
      { answer: object({ a: text }) },
      [`breaking: ${ANSWER}, member a: is optional`],
    ],
    [
      'a member of an answer of another type',
      { answer: object({ a: text }) },
      { answer: object({ a: number }) },
      [
        `addition: ${ANSWER}, member a: is no longer a value of type string`,
        `breaking: ${ANSWER}, member a: can be a value of type number`,
      ],
    ],
    [
      'an answer that can be null',
      { answer: text },
      { answer: { anyOf: [text, { type: 'null' }] } },
      [`breaking: ${ANSWER}: can be null`],
    ],
    [
      'a new value in an answer',
      { answer: { enum: ['idle'] } },
      { answer: { enum: ['idle', 'busy'] } },
      [`addition: ${ANSWER}: can be the value "busy"`],
    ],
    [
      'items of another type',
      { answer: { type: 'array', items: text } },
      { answer: { type: 'array', items: { type: ['string', 'null'] } } },
      [`breaking: ${ANSWER}, an item: can be a value of type null`],
    ],
    [
      'another format',
      { answer: { type: 'string', format: 'date-time' } },
      { answer: text },
      [`breaking: ${ANSWER}: has the format undefined instead of date-time`],
    ],

    // Named schemas
    [
      'a named schema that contains itself, once for all its uses',
      {
        answer: object({ a: { $ref: '#/x/Tree' }, b: { $ref: '#/x/Tree' } }),
        schemas: { Tree: object({ left: { $ref: '#/x/Tree' }, value: text }, ['value']) },
      },
      {
        answer: object({ a: { $ref: '#/x/Tree' }, b: { $ref: '#/x/Tree' } }),
        schemas: { Tree: object({ left: { $ref: '#/x/Tree' }, value: text }) },
      },
      ['breaking: Tree (response), member value: is optional'],
    ],
    [
      'a named schema among alternatives',
      { answer: { anyOf: [text, { $ref: '#/x/S' }] }, schemas: { S: object({ a: text }) } },
      { answer: { anyOf: [text, { $ref: '#/x/S' }] }, schemas: { S: object({}) } },
      ['breaking: S (response), member a: was removed'],
    ],
    [
      'a schema that gets a name',
      { answer: object({ a: text }) },
      { answer: { $ref: '#/x/S' }, schemas: { S: object({ a: text, b: text }) } },
      [`addition: ${ANSWER}, member b: is new`],
    ],
  ];
  for (const [what, before, after, expected] of cases) {
    test(what, () => assert.deepEqual(changes(before, after), expected));
  }
});
