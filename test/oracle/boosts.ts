import type { Boost } from '../../src/index/plan.ts';
import { parseDate } from '../../src/values/date-value.ts';
import type { OracleDocument } from './document.ts';
import { distancesOf } from './filters.ts';
import { valuesOf } from './values.ts';

const DAY = 86_400_000;
const PLACE_SCALE = 10_000;
const LARGEST_EXPONENTIAL = 1e30;

/** The score `s` of a document and what its boosts add to it: section 8. */
export const boosted = (s: number, boosts: readonly Boost[], document: OracleDocument): number =>
  boosts.reduce((sum, boost) => sum + addition(s, boost, document), s);

function addition(s: number, boost: Boost, document: OracleDocument): number {
  const f = functionValue(boost, document);
  if (f === undefined) return 0;
  const adds = boost.kind === 'proximity' || boost.operation === 'add';
  return Math.max(adds ? boost.factor * f : s * boost.factor * f - s, 0);
}

/** f(v), undefined if the boost adds nothing. */
function functionValue(boost: Boost, document: OracleDocument): number | undefined {
  switch (boost.kind) {
    case 'value':
      return valuesOf(document, boost.field).some((value) => boost.values.includes(value)) ? 1 : undefined;
    case 'functional':
      return FUNCTIONS[boost.function](smallest(valuesOf(document, boost.field).map(Number)) ?? 0);
    case 'proximity': {
      const x = nearness(boost, document);
      return x === undefined ? undefined : DECAYS[boost.function](x);
    }
  }
}

const smallest = (numbers: readonly number[]): number | undefined =>
  numbers.length === 0 ? undefined : Math.min(...numbers);

const FUNCTIONS = {
  linear: (v: number) => v,
  exponential: (v: number) => Math.min(Math.exp(v), LARGEST_EXPONENTIAL),
  logarithmic: (v: number) => (v < 0 ? 0 : Math.log(1 + v)),
};

const DECAYS = {
  linear: (x: number) => Math.max(0, 1 - x / 2),
  exponential: (x: number) => Math.exp(-Math.LN2 * x),
  gaussian: (x: number) => Math.exp(-Math.LN2 * x * x),
};

/** The distance of the nearest value from the center, in scales; undefined without a value. */
function nearness(
  boost: Extract<Boost, { kind: 'proximity' }>,
  document: OracleDocument,
): number | undefined {
  const { center, field } = boost;
  if (typeof center === 'object') {
    const metres = smallest(distancesOf(document, field, center));
    return metres === undefined ? undefined : metres / PLACE_SCALE;
  }
  const inScales = valuesOf(document, field).map((value) => {
    if (typeof value === 'number') return Math.abs(value - center) / Math.max(0.1 * Math.abs(center), 1);
    const date = parseDate(value);
    return date === undefined ? Number.NaN : Math.abs(date.epochMs + date.nanos / 1e6 - center) / DAY;
  });
  return smallest(inScales);
}
