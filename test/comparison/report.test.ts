import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import { readAnswer, searchPair } from '../../src/comparison/answer.ts';
import { comparisonText } from '../../src/comparison/comparison-text.ts';
import { reportPage } from '../../src/comparison/report.ts';
import { comparisonOf } from '../../src/comparison/summary.ts';
import { hostileComparison } from './example-comparison.ts';

/** The tags of a page, without their attributes. */
const tagsOf = (page: string): string[] =>
  [...page.replace(/<style>.*?<\/style>/s, '').matchAll(/<(\/?[a-z][a-z0-9]*)/gi)].map(
    ([, tag]) => tag as string,
  );

const KNOWN_TAGS = new Set(
  'html head meta title body main h1 h2 p strong dl dt dd bdi section div table caption thead tbody tr th td a span details summary ul li pre'.split(
    ' ',
  ),
);

const answer = (ids: readonly string[]) =>
  readAnswer(200, JSON.stringify({ results: ids.map((id) => ({ id: { raw: id } })), meta: {} }), 1);
const comparison = (searches: ReadonlyArray<readonly [string, readonly string[], readonly string[]]>) =>
  comparisonOf(
    searches.map(([query, left, right]) =>
      searchPair({ engine: 'parks', options: { query } }, answer(left), answer(right)),
    ),
    {
      left: 'http://old.example',
      right: 'http://new.example',
      source: 'queries.txt',
      at: '2026-01-01T00:00:00.000Z',
      notes: [],
      minOverlap: undefined,
    },
  );

suite('the report', () => {
  test('contains no tags but its own, whatever the texts are', () => {
    const page = reportPage(hostileComparison());
    const tags = tagsOf(page);
    assert.deepEqual([...new Set(tags.filter((tag) => !KNOWN_TAGS.has(tag.replace('/', ''))))], []);
    const count = (tag: string): number => tags.filter((one) => one === tag).length;
    for (const tag of KNOWN_TAGS) {
      if (tag !== 'meta') assert.equal(count(tag), count(`/${tag}`), tag);
    }
    assert.equal(count('style') + count('script'), 0);
    assert.match(page, /&lt;script&gt;globalThis\.hacked=1&lt;\/script&gt;/);
    assert.doesNotMatch(page, /<[a-z][^>]*\son[a-z]+=/i);
    assert.doesNotMatch(page, /(?:href|src)="(?!#)/);
  });

  test('has no character that HTML does not allow', () => {
    const lone = comparison([['\u0000 \u0007 \ud800 x', ['a'], ['b']]]);
    const page = reportPage(lone);
    assert.ok(page.isWellFormed());
    assert.doesNotMatch(page, /[^\P{Cc}\t\n\r]/u);
    assert.match(page, /\ufffd \ufffd \ufffd x/);
  });

  test('forbids scripts and anything from elsewhere', () => {
    const page = reportPage(hostileComparison());
    assert.match(
      page,
      /<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">/,
    );
    assert.doesNotMatch(page.match(/<style>.*?<\/style>/s)?.[0] ?? '', /url\(|@import/);
  });

  test('lists all searches, the worst first, and shows the different ones in detail', () => {
    const page = reportPage(
      comparison([
        ['same', ['a', 'b'], ['a', 'b']],
        ['bad', ['a', 'b'], ['c', 'd']],
        ['swapped', ['a', 'b'], ['b', 'a']],
      ]),
    );
    const rows = [...page.matchAll(/<th scope="row" class="text">.*?<bdi>(\w+)<\/bdi>/g)].map(
      ([, query]) => query,
    );
    assert.deepEqual(rows, ['bad', 'swapped', 'same']);
    assert.equal(page.match(/<details/g)?.length, 2);
    for (const [, id] of page.matchAll(/href="#([^"]+)"/g)) assert.ok(page.includes(`id="${id}"`));
    assert.match(page, /<bdi>a<\/bdi> <span class="mark bad">not right<\/span>/);
    assert.match(page, /<bdi>a<\/bdi> <span class="mark">right: rank 2<\/span>/);
    assert.match(page, /Not passed\.<\/strong>\s+1 of 3 searches have equal answers\./);
  });

  test('stays small: of many searches it shows the worst', () => {
    const many = Array.from({ length: 3000 }, (_, i) => [`query ${i}`, ['a'], ['b']] as const);
    const page = reportPage(comparison(many));
    assert.equal(page.match(/<details/g)?.length, 200);
    assert.match(page, /2,500 more searches are not listed/);
    assert.ok(page.length < 1_000_000, `${page.length} characters`);
  });

  test('of equal services says so', () => {
    const page = reportPage(comparison([['same', ['a'], ['a']]]));
    assert.match(page, /Passed\.<\/strong>\s+1 of 1 searches have equal answers\./);
    assert.doesNotMatch(page, /<details/);
  });
});

test('the summary for a terminal has one line per search, whatever its query', () => {
  const text = comparisonText(
    comparison([
      ['one\n\u001b[31m\u202etwo', ['a'], ['b']],
      ['x'.repeat(300), ['a'], ['b']],
    ]),
  );
  const [, worst = ''] = text.split('The worst:\n');
  const lines = worst.split('\n\n')[0]?.split('\n') ?? [];
  assert.equal(lines.length, 2);
  assert.ok(lines.some((line) => line.includes('"one\\n\\u001b[31m\\u202etwo"')));
  assert.ok(lines.every((line) => line.length < 200));
  assert.match(text, /Not passed: 0 of 2 equal\.$/);
});
