import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { movementText, rankChanges, summaryOf } from '../../dashboard/src/pages/relevance/rank-changes.ts';

/** A ranking of letters, with scores from the top. */
const ranking = (letters: string) =>
  [...letters].map((id, at) => ({ id, title: id.toUpperCase(), score: 100 - at }));

suite('rank changes', () => {
  test('say for each result how it moved, and which dropped out', () => {
    const { results, dropped } = rankChanges(ranking('abcdef'), ranking('bxacf'), 3);
    assert.deepEqual(
      results.map(({ id, rank, movement, before }) => [id, rank, movementText(movement), before?.rank]),
      [
        ['b', 1, 'up 1', 2],
        ['x', 2, 'new', undefined],
        ['a', 3, 'down 2', 1],
      ],
    );
    assert.deepEqual(
      dropped.map(({ id, rank, now }) => [id, rank, now]),
      [['c', 3, 4]],
    );
  });

  test('tell where a result came from, and the score it had there', () => {
    const { results } = rankChanges(ranking('abcdef'), ranking('fabcde'), 2);
    assert.deepEqual(results[0]?.before, { rank: 6, score: 95 });
    assert.equal(movementText(results[0]?.movement ?? { kind: 'new' }), 'up 5');
  });

  test('of equal rankings are none', () => {
    const { results, dropped } = rankChanges(ranking('abc'), ranking('abc'));
    assert.deepEqual(
      results.map(({ movement }) => movement.kind),
      ['same', 'same', 'same'],
    );
    assert.deepEqual(dropped, []);
  });

  test('are summed up as the overlap of the first ten and the biggest moves', () => {
    const summary = summaryOf(ranking('abcdefghijkl'), ranking('labcdefghizk'), { depth: 12 });
    assert.deepEqual([summary.kept, summary.of], [9, 10]);
    assert.deepEqual(
      summary.moves.map(({ title, text }) => `${title} ${text}`),
      ['L up 11', 'J dropped out', 'A down 1'],
    );
    const same = summaryOf(ranking('abc'), ranking('abc'), { depth: 12 });
    assert.deepEqual(same, { kept: 3, of: 3, moves: [] });
    const none = summaryOf([], ranking('abc'), { depth: 12 });
    assert.deepEqual([none.kept, none.of, none.moves.length], [0, 0, 3]);
  });
});
