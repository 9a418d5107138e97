import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ApiError } from '../../src/errors.ts';
import type { SearchRequest } from '../../src/search/request.ts';
import { restrictedRequest } from '../../src/search/restrict.ts';
import type { FieldType, Schema } from '../../src/values/types.ts';

// Tests of the options of a search: what each accepts, and the message for anything else.

export const SCHEMA: Schema = new Map<string, FieldType>([
  ['title', 'text'],
  ['tags', 'text'],
  ['year', 'number'],
  ['written', 'date'],
  ['place', 'geolocation'],
]);

export const read = (options: object, queryLimit?: number): SearchRequest =>
  restrictedRequest({ query: '', ...options }, null, SCHEMA, 'compatible', queryLimit);

export const messages = (options: object, queryLimit?: number): unknown => {
  try {
    read(options, queryLimit);
  } catch (error) {
    assert.ok(error instanceof ApiError && error.status === 400, String(error));
    return (error.body as { errors: unknown }).errors;
  }
  return [];
};

type Refused = ReadonlyArray<readonly [value: unknown, ...messages: string[]]>;

/** One test per row: the option with this value is rejected with these messages. */
export const refuses = (option: string, rows: Refused): void => {
  for (const [value, ...expected] of rows) {
    test(`${option}: ${JSON.stringify(value)}`, () => {
      assert.deepEqual(messages({ [option]: value }), expected);
    });
  }
};

/** One test per row: the option with this value is accepted. */
export const takes = (option: string, values: readonly unknown[]): void => {
  for (const value of values) {
    test(`${option}: ${JSON.stringify(value)}`, () => assert.deepEqual(messages({ [option]: value }), []));
  }
};

export const repeated = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));
export const CENTER = { lat: 37.5, lon: -122 };
