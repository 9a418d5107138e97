import assert from 'node:assert/strict';
import { test } from 'node:test';
import { conflictingFields } from '../../dashboard/src/pages/meta-engines/conflicting-fields.ts';

test('fields whose types differ between source engines are listed with the engines of each type', () => {
  const sources = [
    { engine: 'books', schema: { title: 'text', shelf: 'number', year: 'date' } },
    { engine: 'films', schema: { title: 'text', shelf: 'text', year: 'number' } },
    { engine: 'songs', schema: { shelf: 'number' } },
  ] as const;
  assert.deepEqual(conflictingFields(sources), [
    {
      name: 'shelf',
      types: [
        { type: 'number', engines: ['books', 'songs'] },
        { type: 'text', engines: ['films'] },
      ],
    },
    {
      name: 'year',
      types: [
        { type: 'date', engines: ['books'] },
        { type: 'number', engines: ['films'] },
      ],
    },
  ]);
  assert.deepEqual(conflictingFields(sources.slice(0, 1)), []);
});
