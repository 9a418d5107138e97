import type { SortKey } from '../../../plan.ts';
import { blockMaxima } from '../../segment/block-max.ts';
import { shapeOf } from '../../segment/column-shape.ts';
import type { DateColumn, NumberColumn, TextColumn } from '../../segment/columns.ts';
import type { Dictionary } from '../../segment/dictionary.ts';
import type { Ordinals } from '../../segment/ordinals.ts';
import type { Segment } from '../../segment/segment.ts';
import {
  type Bound,
  FIRST,
  LAST,
  lastBetterOrdinal,
  lastBetterOther,
  lastBetterScore,
  lastBetterValue,
} from './rank-loops.ts';
import { type Entry, keyOf, scopeOf } from './sort-keys.ts';

/**
 * Ranks: the first sort key of the documents of one segment as doubles; higher ranks sort first. Ranks may be
 * approximate: the sort keys themselves order documents of equal rank. Comparing ranks alone rejects most documents of
 * a large result. Number and date columns also have block maxima (zone maps), which reject documents without reading
 * their values.
 */
export interface Ranks {
  of(doc: number, score: number): number;
  /** The last index before `end` whose document may sort before the bound, or -1. */
  lastBetter(docs: Uint32Array, scores: Float64Array, end: number, bound: Bound): number;
  /** The rank that an entry of any segment has among the documents of this one. */
  bound(last: Entry): number;
  /** Whether documents of equal rank have equal keys, in all segments. */
  readonly isExact: boolean;
}

/** Sorted texts: a dictionary of terms or of document ids. */
type OrderedTexts = Pick<Dictionary, 'size' | 'text' | 'lowerBound'>;

type RankOf = (doc: number, score: number) => number;

const boundOf = ({ rank }: Entry): number => rank;

export function compileRanks(key: SortKey, segment: Segment, engineId: number): Ranks {
  const { descending } = key;
  const { sequences } = segment;
  if (key.kind === 'score' && descending) {
    return {
      of: (_doc, score) => score,
      lastBetter: (docs, scores, end, bound) => lastBetterScore(docs, scores, end, sequences, bound),
      bound: boundOf,
      isExact: true,
    };
  }
  if (key.kind === 'field' && key.field === 'id') return byOrdinals(segment.ids, segment.idOf, descending);
  if (key.kind === 'scoped id') return byScopedIds(segment, scopeOf(key.engineIds, engineId), descending);
  const column = key.kind === 'score' ? undefined : segment.column(key.field);
  if (key.kind === 'field' && column?.type === 'text') return byTexts(column, descending);
  if (key.kind === 'field' && (column?.type === 'number' || column?.type === 'date')) {
    return byValues(column, descending, sequences);
  }
  const measure = keyOf(key, segment, engineId);
  const of: RankOf = (doc, score) => {
    const value = measure(doc, score);
    return typeof value !== 'number' ? LAST : descending ? value : -value;
  };
  return { ...byOther(of), bound: boundOf, isExact: true };
}

const byOther = (of: RankOf): Pick<Ranks, 'of' | 'lastBetter'> => ({
  of,
  lastBetter: (docs, scores, end, bound) => lastBetterOther(docs, scores, end, of, bound),
});

function byValues(column: NumberColumn | DateColumn, descending: boolean, sequences: Float64Array): Ranks {
  const { starts, values } = column;
  const sign = descending ? 1 : -1;
  // Dates of equal rank may differ by nanoseconds, in any segment.
  const rest = { bound: boundOf, isExact: column.type === 'number' };
  if (shapeOf(column).isSingle) {
    const maxima = blockMaxima(column, descending);
    return {
      of: (doc) => sign * (values[doc] as number),
      lastBetter: (docs, _scores, end, bound) =>
        lastBetterValue(docs, end, values, maxima, sign, sequences, bound),
      ...rest,
    };
  }
  const of: RankOf = (doc) => {
    let best = LAST;
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) best = Math.max(best, sign * (values[at] as number));
    return best;
  };
  return { ...byOther(of), ...rest };
}

function byTexts(column: TextColumn, descending: boolean): Ranks {
  const { starts, ordinals, dictionary } = column;
  if (shapeOf(column).isSingle) return byOrdinals(dictionary, ordinals, descending);
  const sign = descending ? 1 : -1;
  const of: RankOf = (doc) => {
    let best = LAST;
    const end = starts[doc + 1] as number;
    for (let at = starts[doc] as number; at < end; at++) {
      const ordinal = ordinals[at] as number;
      if (ordinal >= dictionary.size) return FIRST;
      best = Math.max(best, sign * ordinal);
    }
    return best;
  };
  return { ...byOther(of), bound: boundIn(dictionary, descending), isExact: false };
}

/** One ordinal per document. Ordinals beyond the dictionary stand for long texts and have no order. */
function byOrdinals(dictionary: OrderedTexts, ordinals: Ordinals, descending: boolean): Ranks {
  const sign = descending ? 1 : -1;
  const { size } = dictionary;
  return {
    of(doc) {
      const ordinal = ordinals[doc] as number;
      return ordinal < size ? sign * ordinal : FIRST;
    },
    lastBetter: (docs, _scores, end, bound) => lastBetterOrdinal(docs, end, ordinals, size, sign, bound),
    bound: boundIn(dictionary, descending),
    isExact: false,
  };
}

/** The ids of one engine after those of the engines before it. */
function byScopedIds(segment: Segment, scope: string, descending: boolean): Ranks {
  const ranks = byOrdinals(segment.ids, segment.idOf, descending);
  return {
    ...ranks,
    bound(last) {
      const [text] = last.keys;
      if (typeof text !== 'string') return LAST;
      const other = text.slice(0, scope.length);
      if (other === scope) return ranks.bound({ ...last, keys: [text.slice(scope.length)] });
      return scope < other === descending ? FIRST : LAST;
    },
  };
}

/** Ordinals are only comparable within their segment, so the text of the bound is looked up in each dictionary. */
const boundIn =
  (dictionary: OrderedTexts, descending: boolean) =>
  ({ keys: [text] }: Entry): number => {
    if (typeof text !== 'string') return LAST;
    const at = dictionary.lowerBound(text);
    if (descending) return at;
    const isThere = at < dictionary.size && dictionary.text(at) === text;
    return isThere ? -at : 1 - at;
  };
