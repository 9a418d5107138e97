import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { type FinderEntry, groupedEntries } from '../../dashboard/src/frame/finder-entry.ts';
import { rankOf, rankOfBoth, wordsOf } from '../../dashboard/src/frame/finder-match.ts';

const SCHEMA = { label: 'Schema', keywords: ['fields', 'types'] };
const rank = (query: string, label: string, ...keywords: string[]) =>
  rankOf(wordsOf(query), { label, keywords });

suite('finding by words', () => {
  test('prefers the whole label, then its beginning, its words, its parts and further words', () => {
    const ranks = [
      rank('create a key', 'Create a key'),
      rank('create', 'Create a key'),
      rank('key cre', 'Create a key'),
      rank('reate', 'Create a key'),
      rank('api key', 'Credentials', 'api keys'),
    ];
    assert.deepEqual(ranks, [0, 1, 2, 3, 4]);
  });

  test('needs every word', () => {
    assert.equal(rank('create engine', 'Create a key'), undefined);
    assert.equal(rank('SCHEMA', 'Schema'), 0);
    assert.equal(rank('parks', 'national-parks-demo'), 2);
    assert.equal(rank('(', 'Schema'), undefined);
  });

  test('finds a page of an engine by both names, in any order', () => {
    const both = (query: string, engine: string) => rankOfBoth(wordsOf(query), SCHEMA, engine);
    assert.equal(both('schema shop', 'shop'), 0);
    assert.equal(both('shop schema', 'shop'), 0);
    assert.equal(both('sho types', 'shop'), 4.5);
    assert.equal(both('schema shop', 'shop-2'), 0.5);
    // One word names only one of the two.
    assert.equal(both('schema', 'schema'), undefined);
    assert.equal(both('schema fields', 'shop'), undefined);
    assert.equal(both('shop books', 'shop'), undefined);
    assert.equal(both('schema fields', 'fields'), 0);
  });
});

test('groups with better matches come first, and the worst entries are cut', () => {
  const entry = (group: FinderEntry['group'], label: string, of: number) => ({
    entry: { id: label, group, label, run: () => undefined },
    rank: of,
  });
  const found = [
    entry('Pages', 'worse page', 3),
    entry('Engines', 'engine', 0),
    entry('Pages', 'page', 1),
    entry('Actions', 'action', 1),
    entry('Accounts', 'cut', 4),
  ];
  assert.deepEqual(
    groupedEntries(found, 4).map(({ name, entries }) => [name, entries.map(({ label }) => label)]),
    [
      ['Engines', ['engine']],
      ['Pages', ['page', 'worse page']],
      ['Actions', ['action']],
    ],
  );
});
