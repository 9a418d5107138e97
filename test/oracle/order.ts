import type { SortKey } from '../../src/index/plan.ts';
import type { OracleDocument } from './document.ts';
import { distancesOf } from './filters.ts';
import { compareValues, valuesOf } from './values.ts';

/** A document that was found, with its score after boosts. */
export interface Ranked {
  readonly document: OracleDocument;
  readonly score: number;
}
export type Order = (a: Ranked, b: Ranked) => number;

const BY_SCORE: SortKey = { kind: 'score', descending: true };

/** The order of a sort: its keys in turn, then the newest write first, then the lower engine. */
export function orderOf(keys: readonly SortKey[]): Order {
  const orders = (keys.length === 0 ? [BY_SCORE] : keys).map(orderOfKey);
  const newestFirst: Order = (a, b) => b.document.sequence - a.document.sequence;
  const lowerEngine: Order = (a, b) => a.document.engineId - b.document.engineId;
  return (a, b) =>
    [...orders, newestFirst, lowerEngine].map((order) => order(a, b)).find((result) => result !== 0) ?? 0;
}

function orderOfKey(key: SortKey): Order {
  return (a, b) => {
    const [left, right] = [keyValue(a, key), keyValue(b, key)];
    // Missing values are last in both directions.
    if (left === undefined || right === undefined) {
      return Number(left === undefined) - Number(right === undefined);
    }
    return (key.descending ? -1 : 1) * compareValues(left, right);
  };
}

/** What a document is sorted by: of several values the smallest if ascending, the largest if descending. */
function keyValue({ document, score }: Ranked, key: SortKey): string | number | undefined {
  if (key.kind === 'score') return score;
  if (key.kind === 'scoped id') {
    const engine = String(key.engineIds.indexOf(document.engineId)).padStart(6, '0');
    return `${engine}|${document.id}`;
  }
  if (key.kind === 'field') {
    const values = valuesOf(document, key.field).sort(compareValues);
    return key.descending ? values.at(-1) : values[0];
  }
  const metres = distancesOf(document, key.field, key.center).sort((a, b) => a - b);
  return metres.length === 0 ? undefined : MODES[key.mode](metres);
}

/** Each takes distances in ascending order, at least one. */
const MODES = {
  min: (metres: readonly number[]) => metres[0] ?? Number.NaN,
  max: (metres: readonly number[]) => metres.at(-1) ?? Number.NaN,
  avg: (metres: readonly number[]) => metres.reduce((sum, one) => sum + one, 0) / metres.length,
  median: (metres: readonly number[]) => {
    const upper = Math.floor(metres.length / 2);
    const lower = metres.length % 2 === 0 ? upper - 1 : upper;
    return ((metres[lower] ?? Number.NaN) + (metres[upper] ?? Number.NaN)) / 2;
  },
};
