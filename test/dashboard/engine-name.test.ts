import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import { engineNameOf, proposedName } from '../../dashboard/src/pages/engines/engine-name.ts';
import { parseEngineRequest } from '../../src/engines/engine-request.ts';

suite('the name of a new engine', () => {
  for (const [typed, name] of [
    ['books', 'books'],
    ['-my--engine-', '-my--engine-'],
    [' My Books! ', 'my-books'],
    ['Straße & Café', 'strasse-cafe'],
    ['日本', ''],
  ] as const) {
    test(`is ${name || 'empty'} for ${typed}`, () => assert.equal(engineNameOf(typed), name));
  }

  for (const [file, taken, name] of [
    ['Products 2024.csv', [], 'products-2024'],
    ['export.2024-05.ndjson', [], 'export-2024-05'],
    ['products.csv', ['products', 'products-2'], 'products-3'],
    ['日本.csv', [], 'my-engine'],
    ['.csv', ['my-engine'], 'my-engine-2'],
    [`${'a'.repeat(70)}.csv`, ['a'.repeat(64)], `${'a'.repeat(62)}-2`],
  ] as const) {
    test(`is proposed as ${name} for the file ${file.slice(0, 30)}`, () => {
      assert.equal(proposedName(file, new Set<string>(taken)), name);
    });
  }

  test('is always one that the server accepts and that is free', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'grapheme', maxLength: 90 }), (file) => {
        const first = proposedName(file, new Set());
        const second = proposedName(file, new Set([first]));
        assert.notEqual(first, second);
        for (const name of [first, second]) assert.equal(parseEngineRequest({ name }).name, name);
      }),
    );
  });
});
