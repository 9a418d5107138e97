import assert from 'node:assert/strict';
import { suite, test } from 'node:test';
import {
  dateFilter,
  intervalOf,
  isPeriod,
  lastDays,
  periodProblems,
} from '../../dashboard/src/pages/analytics/period.ts';
import { roundTop } from '../../dashboard/src/pages/analytics/round-top.ts';
import { viewOf } from '../../dashboard/src/pages/analytics/view.ts';
import { csvLine } from '../../dashboard/src/parts/csv.ts';

const NOW = Date.parse('2026-03-01T23:59:00Z');
const view = (query: string) => viewOf(new URLSearchParams(query), NOW);

suite('the period and the tag of analytics', () => {
  test('are the last seven days and all tags, unless the address says otherwise', () => {
    const { period, days, tag, search } = view('');
    assert.deepEqual([period, days, tag, search()], [{ from: '2026-02-23', to: '2026-03-01' }, '7', '', '']);
    const month = view('days=30&tag=web&page=3');
    assert.deepEqual(month.period, { from: '2026-01-31', to: '2026-03-01' });
    assert.equal(month.search({ q: 'a&b' }), '?q=a%26b&days=30&tag=web');
    const dates = view('from=2026-01-01&to=2026-01-31&days=30');
    assert.deepEqual([dates.period, dates.days], [{ from: '2026-01-01', to: '2026-01-31' }, '']);
    assert.equal(dates.search(), '?from=2026-01-01&to=2026-01-31');
    assert.equal(dates.search({ q: '' }), '?q=&from=2026-01-01&to=2026-01-31');
  });

  test('ignore what is no period', () => {
    for (const query of [
      'from=2026-02-01&to=2026-01-01',
      'from=2026-02-31&to=2026-03-01',
      'from=2026-01-01',
      'from=x&to=y',
      'from=2025-01-01&to=2026-01-01',
      'days=8',
      'days=__proto__',
    ]) {
      assert.equal(view(query).days, '7', query);
    }
  });

  test('have a message beside the date that is wrong', () => {
    assert.deepEqual(periodProblems({ from: '', to: '2026-01-01' }), { from: 'Enter a date.' });
    assert.deepEqual(periodProblems({ from: '2026-01-01', to: '' }), { to: 'Enter a date.' });
    assert.deepEqual(periodProblems({ from: '2026-01-02', to: '2026-01-01' }), {
      to: 'The last day must not be before the first.',
    });
    assert.deepEqual(periodProblems({ from: '2026-01-01', to: '2026-04-11' }), {
      to: 'Choose at most 100 days.',
    });
    assert.ok(isPeriod({ from: '2026-01-01', to: '2026-04-10' }));
  });

  test('include the last day in the filter of the API, and show one day by hour', () => {
    assert.deepEqual(dateFilter({ from: '2026-02-28', to: '2026-02-28' }), {
      from: '2026-02-28',
      to: '2026-03-01',
    });
    assert.equal(intervalOf(lastDays(1, NOW)), 'hour');
    assert.equal(intervalOf(lastDays(7, NOW)), 'day');
  });
});

test('the scale of a chart ends at a round number with a whole half', () => {
  for (const [most, top] of [
    [0, 2],
    [1, 2],
    [3, 4],
    [7, 8],
    [9, 10],
    [10, 10],
    [11, 20],
    [55, 60],
    [99, 100],
    [4001, 6000],
  ] as const) {
    assert.equal(roundTop(most), top, `${most}`);
  }
});

test('CSV cells are quoted, and texts that look like formulas are defused', () => {
  assert.equal(csvLine(['=1+1', '@x', '-2', -2, 'a,b', 'a"b', '']), `'=1+1,'@x,'-2,-2,"a,b","a""b",\r\n`);
});
