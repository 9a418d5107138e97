import { WEIGHTS } from '../../../ranking.ts';
import type { Postings } from '../../segment/postings.ts';
import type { TextIndex } from '../../segment/text-index.ts';
import type { ExpansionPostings, TermExpansions } from '../terms/term-expansions.ts';
import { Pace } from '../tuning/pace.ts';
import { TERMS_AT_ONCE } from '../tuning/thresholds.ts';

/** The most words that an explanation names. */
const MOST_WORDS = 10;

/** An expansion that matches a document in a field. */
export interface MatchedExpansion {
  readonly kind: ExpansionPostings['kind'];
  readonly weight: number;
  readonly frequency: number;
  readonly words: readonly string[];
}

/**
 * The expansion of a query term with the highest score in a document, as dis-max finds it; undefined if none matches.
 * `norm` is the length normalization of the field. It yields.
 */
export function* bestExpansion(
  text: TextIndex,
  { postings, exact, expansions, fuzzy, fuzzyWeights }: TermExpansions,
  doc: number,
  norm: number,
): Generator<void, MatchedExpansion | undefined> {
  let best: MatchedExpansion | undefined;
  const shareOf = ({ weight, frequency }: MatchedExpansion): number =>
    (weight * frequency) / (frequency + norm);
  const offer = (match: MatchedExpansion): void => {
    if (match.frequency > 0 && (best === undefined || shareOf(match) > shareOf(best))) best = match;
  };
  const inExact = exact < 0 ? 0 : frequencyIn(postings, exact, doc);
  if (exact >= 0)
    offer({ kind: 'exact', weight: WEIGHTS.exact, frequency: inExact, words: [text.words.text(exact)] });
  for (const expansion of expansions) {
    const found = yield* occurrencesIn(text, expansion, doc);
    const words = expansion.withExact && inExact > 0 ? [text.words.text(exact), ...found.words] : found.words;
    // The exact term alone is no match of an expansion that adds it to others.
    const frequency = found.frequency === 0 ? 0 : found.frequency + (expansion.withExact ? inExact : 0);
    offer({ kind: expansion.kind, weight: expansion.weight, frequency, words: words.slice(0, MOST_WORDS) });
  }
  for (const [i, term] of fuzzy.entries()) {
    const frequency = frequencyIn(postings, term, doc);
    offer({ kind: 'fuzzy', weight: fuzzyWeights[i] as number, frequency, words: [text.words.text(term)] });
  }
  return best;
}

function* occurrencesIn(
  text: TextIndex,
  { postings, terms, from, to, lists }: ExpansionPostings,
  doc: number,
): Generator<void, { frequency: number; words: string[] }> {
  const words: string[] = [];
  let frequency = 0;
  const count = (term: number): void => {
    const found = frequencyIn(postings, term, doc);
    frequency += found;
    // Subtokens have a dictionary of their own.
    if (found > 0 && postings === text.postings && words.length < MOST_WORDS)
      words.push(text.words.text(term));
  };
  const pace = new Pace();
  for (const term of terms) count(term);
  for (let term = from; term < to; term++) {
    count(term);
    if ((term - from) % TERMS_AT_ONCE === TERMS_AT_ONCE - 1 && pace.isDue(TERMS_AT_ONCE)) yield;
  }
  for (const { docs, counts } of lists) {
    const at = docs.indexOf(doc);
    if (at >= 0) frequency += counts[at] as number;
  }
  return { frequency, words };
}

/** How often a document has a term. Cost: a binary search, and one block. */
function frequencyIn(postings: Postings, term: number, doc: number): number {
  const block = postings.blockFor(term, doc);
  const size = postings.decode(term, block);
  for (let i = 0; i < size; i++) if (postings.docs[i] === doc) return postings.frequencies[i] as number;
  return 0;
}
