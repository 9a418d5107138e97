import { readAnswer, searchPair, unanswered } from '../../src/comparison/answer.ts';
import { type Comparison, comparisonOf } from '../../src/comparison/summary.ts';
import { HOSTILE } from '../support/hostile-strings.ts';

/** The answer of a service with these results. */
const found = (ids: readonly string[], facets: Readonly<Record<string, number>> = {}) =>
  readAnswer(
    200,
    JSON.stringify({
      meta: { page: { total_results: ids.length } },
      results: ids.map((id) => ({ id: { raw: id } })),
      facets: {
        states: [{ type: 'value', data: Object.entries(facets).map(([value, count]) => ({ value, count })) }],
      },
    }),
    12.34,
  );

/** A comparison in which every text of a user or of a service is hostile, one of them per search. */
export function hostileComparison(): Comparison {
  const texts = Object.values(HOSTILE);
  const pairs = texts.flatMap((text, at) => {
    const search = { engine: text, options: { query: text, filters: { [text]: text } } };
    const other = texts[(at + 1) % texts.length] ?? '';
    return [
      searchPair(search, found([text, 'same'], { [text]: 1 }), found(['same', other], { [text]: 2 })),
      searchPair(search, readAnswer(400, JSON.stringify({ errors: [text] }), 1), unanswered(text)),
    ];
  });
  const [left, right, source] = [HOSTILE.script, HOSTILE['end of an attribute'], HOSTILE['style sheet']];
  return comparisonOf(pairs, {
    left: left ?? '',
    right: right ?? '',
    source: source ?? '',
    at: '2026-01-01T00:00:00.000Z',
    notes: texts,
    minOverlap: undefined,
  });
}
