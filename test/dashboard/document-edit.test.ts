import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import fc from 'fast-check';
import {
  conflictsOf,
  differences,
  documentOf,
  editProblem,
  merged,
} from '../../dashboard/src/pages/documents/document-edit.ts';

const BASE = { id: 'a', title: 'Dune', year: 1965, tags: ['x'] };

suite('two edits of one document', () => {
  test('are compared field by field', () => {
    const theirs = { ...BASE, year: 1966, title: 'Theirs' };
    const { tags: _, ...mine } = { ...BASE, title: 'Mine' };
    assert.deepEqual(
      conflictsOf(BASE, theirs, mine).map(({ name, changedByThem, changedByMe }) => [
        name,
        changedByThem,
        changedByMe,
      ]),
      [
        ['title', true, true],
        ['year', true, false],
        ['tags', false, true],
      ],
    );
    assert.deepEqual(merged(BASE, theirs, mine), { id: 'a', title: 'Mine', year: 1966 });
  });

  test('are merged: all of mine, and theirs where they do not conflict', () => {
    const fields = fc.dictionary(fc.constantFrom('b', 'c', 'd', 'e'), fc.nat(3));
    fc.assert(
      fc.property(fields, fields, fields, (base, theirs, mine) => {
        const both = merged(base, theirs, mine);
        const changed = differences(base, mine);
        for (const name of ['b', 'c', 'd', 'e']) {
          assert.equal(both[name], (changed.includes(name) ? mine : theirs)[name]);
        }
      }),
    );
  });
});

test('an edited text is parsed as the server will parse it', () => {
  assert.deepEqual(documentOf('{"id":7,"n":9007199254740993}'), { id: '7', n: '9007199254740993' });
  assert.equal(editProblem('{"id":7}', '7'), undefined);
  assert.match(editProblem('[{"id":"7"}]', '7')?.message ?? '', /^A document must be an object/);
  assert.match(editProblem('{}', '7')?.message ?? '', /^The document needs its id: "id": "7"/);
});
