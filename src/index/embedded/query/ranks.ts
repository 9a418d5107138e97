import type { SortKey } from '../../plan.ts';
import { shapeOf } from '../segment/column-shape.ts';
import type { DateColumn, NumberColumn, TextColumn } from '../segment/columns.ts';
import type { Dictionary } from '../segment/dictionary.ts';
import type { Segment } from '../segment/segment.ts';
import { FIRST, LAST, rankNegated, rankOrdinals, rankValues } from './rank-loops.ts';
import { type Entry, keyOf } from './sort.ts';

/** Gives the ranks of some documents: in `ranks`, or where they stand already. */
type Rank = (docs: Uint32Array, scores: Float64Array, count: number, ranks: Float64Array) => Float64Array;

/**
 * The first sort key of the documents of one segment as doubles, the greater coming first. They need not tell all: what
 * they leave open is decided by the keys themselves. Most documents of a large result are turned away by them alone.
 */
export interface Ranks {
  readonly of: Rank;
  /** Documents of a lower rank come behind this one, whatever segment it is of. */
  bound(last: Entry): number;
  /** Whether documents of the same rank have the same key, in all segments. */
  readonly isExact: boolean;
}

const rankOf = ({ rank }: Entry): number => rank;
const BY_SCORE: Ranks = { of: (_docs, scores) => scores, bound: rankOf, isExact: true };

export function compileRanks(key: SortKey, segment: Segment): Ranks {
  const { descending } = key;
  if (key.kind === 'score') return descending ? BY_SCORE : { ...BY_SCORE, of: rankNegated };
  if (key.kind === 'field' && key.field === 'id') {
    const { ids, idOf } = segment;
    return byText(ids, descending, (docs, _scores, count, ranks) =>
      rankOrdinals(docs, count, idOf, ids.size, descending, ranks),
    );
  }
  const column = segment.column(key.field);
  if (key.kind === 'field' && column?.type === 'text') return byTexts(column, descending);
  if (key.kind === 'field' && (column?.type === 'number' || column?.type === 'date')) {
    return byValues(column, descending);
  }
  const measure = keyOf(key, segment);
  return {
    of: perDocument((doc) => {
      const value = measure(doc, 0);
      return typeof value !== 'number' ? LAST : descending ? value : -value;
    }),
    bound: rankOf,
    isExact: true,
  };
}

const perDocument =
  (rank: (doc: number) => number): Rank =>
  (docs, _scores, count, ranks) => {
    for (let i = 0; i < count; i++) ranks[i] = rank(docs[i] as number);
    return ranks;
  };

function byValues(column: NumberColumn | DateColumn, descending: boolean): Ranks {
  const { starts, values } = column;
  const of: Rank = shapeOf(column).isSingle
    ? (docs, _scores, count, ranks) => rankValues(docs, count, values, descending, ranks)
    : perDocument((doc) => {
        let best = LAST;
        const end = starts[doc + 1] as number;
        for (let at = starts[doc] as number; at < end; at++) {
          best = Math.max(best, descending ? (values[at] as number) : -(values[at] as number));
        }
        return best;
      });
  // Dates may differ by nanoseconds, in this segment or in another.
  return { of, bound: rankOf, isExact: column.type === 'number' };
}

function byTexts(column: TextColumn, descending: boolean): Ranks {
  const { starts, ordinals, dictionary } = column;
  const { size } = dictionary;
  if (shapeOf(column).isSingle) {
    return byText(dictionary, descending, (docs, _scores, count, ranks) =>
      rankOrdinals(docs, count, ordinals, size, descending, ranks),
    );
  }
  return byText(
    dictionary,
    descending,
    perDocument((doc) => {
      let best = LAST;
      const end = starts[doc + 1] as number;
      for (let at = starts[doc] as number; at < end; at++) {
        const ordinal = ordinals[at] as number;
        if (ordinal >= size) return FIRST;
        best = Math.max(best, descending ? ordinal : -ordinal);
      }
      return best;
    }),
  );
}

/** Ordinals are in the order of texts, but mean nothing outside of their segment: the bound is looked up in each. */
function byText(dictionary: Dictionary, descending: boolean, of: Rank): Ranks {
  return {
    of,
    bound({ keys: [text] }) {
      if (typeof text !== 'string') return LAST;
      const at = dictionary.lowerBound(text);
      if (descending) return at;
      const isThere = at < dictionary.size && dictionary.text(at) === text;
      return isThere ? -at : 1 - at;
    },
    isExact: false,
  };
}
