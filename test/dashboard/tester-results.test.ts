import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { headingOf, matchesOf, nearMatch, titleOf } from '../../dashboard/src/pages/tester/matched-fields.ts';
import { isOpen, toggledOpen } from '../../dashboard/src/pages/tester/open-results.ts';
import type { Result } from '../../dashboard/src/pages/tester/search-answer.ts';
import { tookText } from '../../dashboard/src/pages/tester/took.ts';

const SCHEMA = {
  image_url: 'text',
  name: 'text',
  description: 'text',
  tags: 'text',
  year: 'number',
} as const;
const result = (fields: Record<string, unknown>) =>
  ({ ...fields, id: { raw: 'a' }, _meta: { id: 'a', score: 1 } }) as unknown as Result;

suite('a result in the query tester', () => {
  const heading = headingOf(SCHEMA);

  test('has the title that the preview would choose, with its matches', () => {
    assert.deepEqual(heading, { title: 'name', text: 'description' });
    const snippet = 'A <em>lava</em> field';
    assert.deepEqual(titleOf(result({ name: { raw: 'A lava field', snippet } }), heading), { snippet });
    const plain = result({ name: { raw: 'Lake', snippet: null } });
    assert.deepEqual(titleOf(plain, heading), { text: 'Lake' });
    assert.deepEqual(titleOf(result({ name: { raw: [null, 'One', 'Two'] } }), heading), { text: 'One' });
  });

  test('has no title without a value or a text field', () => {
    for (const name of [undefined, { raw: null }, { raw: '  ' }, { raw: [] }]) {
      assert.equal(titleOf(result({ name }), heading), undefined);
    }
    assert.equal(titleOf(result({ year: { raw: 7 } }), headingOf({ year: 'number' })), undefined);
  });

  test('lists the other fields that matched', () => {
    const found = result({
      tags: { raw: ['lava'], snippet: '<em>lava</em>' },
      name: { raw: 'lava', snippet: '<em>lava</em>' },
      description: { raw: 'no match &lt;em>', snippet: null },
    });
    assert.deepEqual(matchesOf(found, SCHEMA, heading), [{ name: 'tags', snippet: '<em>lava</em>' }]);
  });

  test('shows a match that is far from the beginning of its snippet', () => {
    const before = `${'molten rock &amp; more '.repeat(10)}near `;
    const near = nearMatch(`${before}<em>lava</em> flows`);
    assert.match(near, /^… [a-z&]+.*near <em>lava<\/em> flows$/);
    assert.ok(near.indexOf('<em>') <= 60 && !/^… (?:amp;|mp;|p;|;)/.test(near), near);
    assert.equal(nearMatch('A <em>lava</em> field'), 'A <em>lava</em> field');
    const oneWord = `${'x'.repeat(200)}<em>lava</em>`;
    assert.equal(nearMatch(oneWord), oneWord);
  });

  test('is opened and closed by its id, and the oldest is forgotten when the address gets long', () => {
    const open = toggledOpen(toggledOpen('', 'a,b'), 'c');
    assert.deepEqual(
      ['a,b', 'a', 'b', 'c'].map((id) => isOpen(open, id)),
      [true, false, false, true],
    );
    assert.equal(toggledOpen(toggledOpen(open, 'a,b'), 'c'), '');
    assert.equal(toggledOpen('{not JSON', 'a'), '["a"]');
    const long = toggledOpen(open, 'x'.repeat(1490));
    assert.deepEqual(
      ['a,b', 'c', 'x'.repeat(1490)].map((id) => isOpen(long, id)),
      [false, true, true],
    );
  });
});

test('the time of the server comes first, if it is known', () => {
  assert.equal(tookText(3.96, 43.4), 'in 4.0 ms (43 ms including the network)');
  assert.equal(tookText(null, 1234.5), 'in 1,235 ms');
});
