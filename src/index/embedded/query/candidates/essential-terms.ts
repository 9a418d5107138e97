import type { BitSet } from '../../segment/bits.ts';
import { MAX_BOUND, type Postings } from '../../segment/postings.ts';
import { COVERAGE_BONUS, K_BASE } from '../scoring/bm25.ts';
import type { FieldClauses, WordClause } from '../scoring/segment-query.ts';
import { WEIGHTS } from '../terms/expansion-kinds.ts';
import type { Way } from '../terms/term-expansions.ts';
import { postingsOf, postingsOfWays } from './postings-count.ts';
import { markTerm, markTerms, markWays } from './union.ts';

/** A sum in another order differs in the last digits: bounds are taken a little higher than they are. */
const SAFETY = 1 + 1e-9;
/** Ways from this weight on are strong: what the others give is little, and they have many documents. */
const STRONG = WEIGHTS.delimiter;

/** Documents that get something from a word in a field: by its strong ways, or by its weak ones. */
interface Part {
  /** What a document can get from it at most. */
  readonly bound: number;
  /** Its postings. */
  readonly cost: number;
  readonly mark: (from: number, to: number, set: BitSet) => void;
}

/**
 * Where nobody counts any more, a document has to reach the bar to be of interest. Parts whose bounds together stay
 * below it cannot bring a document there: only those that are in one of the other parts, the essential ones, are looked at.
 */
export class EssentialParts {
  readonly #fields: readonly FieldClauses[];
  readonly #queryWords: number;
  /** Made when something may be passed over: most searches never come to that. */
  #parts: readonly Part[] | undefined;

  constructor(fields: readonly FieldClauses[], queryWords: number) {
    this.#fields = fields;
    this.#queryWords = queryWords;
  }

  /** Adds the documents of a range that can reach the bar to a set. False if too many parts are essential. */
  mark(bar: number, from: number, to: number, set: BitSet): boolean {
    const essential = this.#essential(bar);
    if (essential === undefined) return false;
    for (const part of essential) part.mark(from, to, set);
    return true;
  }

  #essential(bar: number): readonly Part[] | undefined {
    this.#parts ??= partsOf(this.#fields, this.#queryWords);
    let sum = 0;
    let all = 0;
    let cost = 0;
    const essential = this.#parts.filter((part) => {
      all += part.cost;
      if ((sum + part.bound) * SAFETY < bar) {
        sum += part.bound;
        return false;
      }
      cost += part.cost;
      return true;
    });
    // They are read twice: more than a half would not be worth it.
    return 2 * cost > all ? undefined : essential;
  }
}

/** What has many postings for what it can give comes first. */
function partsOf(fields: readonly FieldClauses[], queryWords: number): readonly Part[] {
  const parts: Part[] = [];
  for (const field of fields) for (const word of field.words) addParts(parts, field, word, queryWords);
  return parts.sort((a, b) => a.bound * b.cost - b.bound * a.cost);
}

function addParts(
  parts: Part[],
  { text, slope, weight }: FieldClauses,
  { rarity, clause }: WordClause,
  queryWords: number,
): void {
  const most = (way: Bounded): number => {
    const length = Math.min(way.length, MAX_BOUND);
    const bonus = 1 + COVERAGE_BONUS * Math.min(1, queryWords / length);
    // A count at the limit may be any number above it.
    const share = way.count >= MAX_BOUND ? 1 : way.count / (way.count + K_BASE + slope * length);
    return weight * bonus * rarity * way.weight * share;
  };
  if (clause.kind === 'term') {
    const { postings, term } = clause.reading;
    parts.push({
      bound: most({ weight: clause.weight, ...boundsOf(postings, term) }),
      cost: postings.df[term] as number,
      mark: (from, to, set) => markTerm(postings, term, from, to, set),
    });
    return;
  }
  const { own, ways, typos } = clause.ways;
  const { postings } = text;
  const strong = ways.filter((way) => way.weight >= STRONG);
  const weak = ways.filter((way) => way.weight < STRONG);
  const ofOwn = own < 0 ? undefined : { weight: WEIGHTS.word, ...boundsOf(postings, own) };
  const bounds = strong.map((way) => boundsOfWay(way, ofOwn));
  if (ofOwn !== undefined) bounds.push(ofOwn);
  if (bounds.length > 0) {
    parts.push({
      bound: Math.max(...bounds.map(most)),
      cost: postingsOfWays(strong) + (own < 0 ? 0 : (postings.df[own] as number)),
      mark: (from, to, set) => {
        markWays(strong, from, to, set);
        if (own >= 0) markTerm(postings, own, from, to, set);
      },
    });
  }
  if (weak.length === 0 && typos.length === 0) return;
  const largest = Math.max(WEIGHTS.typo, ...weak.map((way) => way.weight));
  parts.push({
    bound: most({ weight: largest, count: MAX_BOUND, length: 1 }),
    cost: postingsOfWays(weak) + postingsOf(postings, typos),
    mark: (from, to, set) => {
      markWays(weak, from, to, set);
      markTerms(postings, typos, from, to, set);
    },
  });
}

/** The largest count of a way in any document, and the least length of one. */
interface Bounded {
  readonly weight: number;
  readonly count: number;
  readonly length: number;
}

function boundsOf(postings: Postings, term: number): Omit<Bounded, 'weight'> {
  let count = 0;
  let length = MAX_BOUND;
  const end = postings.firstBlock[term + 1] as number;
  for (let block = postings.firstBlock[term] as number; block < end; block++) {
    count = Math.max(count, postings.maxFrequency(block));
    length = Math.min(length, postings.minLength(block));
  }
  return { count, length };
}

/** Counts of the terms of a way are summed. */
function boundsOfWay(way: Way, own: Omit<Bounded, 'weight'> | undefined): Bounded {
  const { weight, postings, terms, from, to, lists, withOwn } = way;
  if (lists.length > 0 || to > from) return { weight, count: MAX_BOUND, length: 1 };
  let count = withOwn ? (own?.count ?? 0) : 0;
  let length = withOwn ? (own?.length ?? MAX_BOUND) : MAX_BOUND;
  for (const term of terms) {
    const bounds = boundsOf(postings, term);
    count += bounds.count;
    length = Math.min(length, bounds.length);
    if (bounds.count >= MAX_BOUND) count = MAX_BOUND;
  }
  return { weight, count, length };
}
