import { type Bits, hasBit, popcount } from '../segment/bits.ts';
import type { SegmentState } from '../segment-state.ts';
import { addBest, addBestOfField, addSet, addTerm, addTermOfField } from './accumulate.ts';
import type { FieldClauses, Need, WordClause } from './clauses.ts';
import type { Matches } from './match.ts';
import { scoreWord } from './score-word.ts';
import { hopefulIn, type Scout, STRIDE } from './scouts.ts';
import { FIRST_WORDS, OTHERS, Scratch, WINDOW, WORD_BITS } from './scratch.ts';
import { COVERAGE_BONUS } from './ways.ts';

let scratch = new Scratch();

/** What is done in one segment. */
export interface SegmentWork {
  readonly number: number;
  readonly state: SegmentState;
  readonly fields: readonly FieldClauses[];
  /** Where documents may be passed over: what tells them. */
  readonly scouts: readonly Scout[] | undefined;
}

/** Hands over what matches in one segment. It pauses after each window. */
export function* matchSegment(work: SegmentWork, need: Need, matches: Matches): Generator<void, void> {
  const { docCount } = work.state.segment;
  for (let from = 0; from < docCount; ) {
    try {
      from = matchWindow(work, from, docCount, need, matches);
    } catch (error) {
      // Left in the middle of a window the accumulators would spoil the next search.
      scratch = new Scratch();
      throw error;
    }
    yield;
  }
}

/** Looks at a window that begins at `from`, and gives where it ended. */
function matchWindow(
  work: SegmentWork,
  from: number,
  docCount: number,
  need: Need,
  matches: Matches,
): number {
  const { scouts } = work;
  if (scouts === undefined || matches.countsOn) {
    const to = Math.min(from + WINDOW, docCount);
    matchRange(work, from, to, need, matches);
    return to;
  }
  const to = Math.min(from + STRIDE, docCount);
  const hopeful = hopefulIn(scratch, scouts, work.state.live, from, to, matches.bar);
  if (hopeful < 0) matchRange(work, from, to, need, matches);
  else if (hopeful > FEW) {
    const { matches: docs } = scratch;
    matchRange(work, docs[0] as number, (docs[hopeful - 1] as number) + 1, need, matches);
  } else {
    // Their scores are added up in the order of all others: equal documents must come out equal.
    const docs = scratch.matches.slice(0, hopeful);
    for (const doc of docs) matchRange(work, doc, doc + 1, need, matches);
  }
  return to;
}

/** Up to so many documents are looked at each by itself. */
const FEW = 16;

function matchRange(
  { number, state, fields }: SegmentWork,
  from: number,
  to: number,
  need: Need,
  matches: Matches,
): void {
  for (const field of fields) {
    if (field.weight === null) addClauses(field, from, from, to, scratch.document);
    else scoreField(field, field.weight, from, from, to, need);
  }
  handOver(number, state.live, from, need, matches);
}

/** Documents that are looked at in one go; see accumulate.ts. */
const PIECE = 256;

type Into = Scratch['document'];

function addClauses(
  { text, slope, words }: FieldClauses,
  base: number,
  from: number,
  to: number,
  into: Into,
): void {
  const { lengths } = text;
  for (const { word, rarity, clause, required } of words) {
    const bit = word < FIRST_WORDS ? 1 << word : OTHERS;
    switch (clause.kind) {
      case 'term':
        addTerm(clause.reading, base, from, to, lengths, slope, clause.weight, rarity, bit, required, into);
        break;
      case 'set':
        addSet(clause.set, from, to, clause.weight, bit, required, into);
        break;
      case 'ways':
        scoreWord(scratch, clause.ways, lengths, slope, base, from, to);
        if (word >= FIRST_WORDS) noteOther(word - FIRST_WORDS, into);
        addBest(scratch.best, scratch.inWord, rarity, bit, required, into);
    }
  }
}

/** Sets the bit of a word that has none among the first. */
function noteOther(other: number, into: Into): void {
  const { inWord } = scratch;
  const bits = into.others[other >> 5] as Int32Array;
  for (let i = 0; i < inWord.count; i++) {
    const doc = inWord.docs[i] as number;
    bits[doc] = (bits[doc] as number) | (1 << (other & 31));
  }
}

/** Scores one field of one window and adds it to the documents. */
function scoreField(
  clauses: FieldClauses,
  weight: number,
  base: number,
  from: number,
  to: number,
  need: Need,
): void {
  const { field, document } = scratch;
  if (clauses.words.length === 1 && !need.inOneField && !need.hasOthers) {
    scoreOneWord(clauses, weight, base, from, to);
    return;
  }
  addClauses(clauses, base, from, to, field);
  if (need.inOneField) noteEnough(need);
  const { lengths } = clauses.text;
  for (let at = 0; at < field.count; at += PIECE) {
    const end = Math.min(at + PIECE, field.count);
    if (need.hasOthers) addOthers(at, end);
    document.count = addField(
      field.docs,
      at,
      end,
      field.bits,
      field.score,
      need.hasOthers ? othersFound : NO_OTHERS,
      weight,
      lengths,
      base,
      document.score,
      document.bits,
      document.docs,
      document.count,
    );
  }
  field.count = 0;
}

/** Of the other words, how many the documents of a piece have in a field. */
const othersFound = new Int32Array(PIECE);
const NO_OTHERS = new Int32Array(PIECE);

/** Counts the other words of a piece, and moves their bits to the document. */
function addOthers(start: number, end: number): void {
  const { field, document } = scratch;
  othersFound.fill(0);
  for (let i = start; i < end; i++) {
    const doc = field.docs[i] as number;
    if (((field.bits[doc] as number) & OTHERS) === 0) continue;
    for (const half of [0, 1] as const) {
      const others = field.others[half][doc] as number;
      othersFound[i - start] = (othersFound[i - start] as number) + popcount(others);
      document.others[half][doc] = (document.others[half][doc] as number) | others;
      field.others[half][doc] = 0;
    }
  }
}

/** Notes the documents that have all they need in this field. */
function noteEnough(need: Need): void {
  const { field, enough } = scratch;
  for (let i = 0; i < field.count; i++) {
    const doc = field.docs[i] as number;
    const here = field.bits[doc] as number;
    let wanted = popcount(here & need.bits & WORD_BITS);
    if ((here & OTHERS) !== 0) {
      for (const half of [0, 1] as const)
        wanted += popcount((field.others[half][doc] as number) & need.others[half]);
    }
    if (wanted >= need.count) enough[doc] = 1;
  }
}

/** Adds what a field gives to its documents, with the bonus for covering it, and clears it. */
function addField(
  found: Uint32Array,
  start: number,
  end: number,
  fieldBits: Int32Array,
  fieldScore: Float64Array,
  others: Int32Array,
  weight: number,
  lengths: Uint16Array,
  base: number,
  score: Float64Array,
  bits: Int32Array,
  docs: Uint32Array,
  before: number,
): number {
  let count = before;
  for (let i = start; i < end; i++) {
    const doc = found[i] as number;
    const here = fieldBits[doc] as number;
    const words = popcount(here & WORD_BITS) + (others[i - start] as number);
    const bonus = 1 + COVERAGE_BONUS * Math.min(1, words / (lengths[base + doc] as number));
    const had = bits[doc] as number;
    docs[count] = doc;
    count += (had - 1) >>> 31;
    bits[doc] = had | here;
    score[doc] = (score[doc] as number) + weight * bonus * (fieldScore[doc] as number);
    fieldScore[doc] = 0;
    fieldBits[doc] = 0;
  }
  return count;
}

/** The same where one word alone is in the field. */
function scoreOneWord(
  { text, slope, words }: FieldClauses,
  weight: number,
  base: number,
  from: number,
  to: number,
): void {
  const { document, best, inWord } = scratch;
  const { lengths } = text;
  const { word, rarity, clause } = words[0] as WordClause;
  const bit = 1 << word;
  if (clause.kind === 'term') {
    const { reading, weight: ofTerm } = clause;
    addTermOfField(reading, base, from, to, lengths, slope, ofTerm, rarity, weight, bit, document);
  } else if (clause.kind === 'ways') {
    scoreWord(scratch, clause.ways, lengths, slope, base, from, to);
    addBestOfField(best, inWord, rarity, weight, lengths, base, bit, document);
  }
}

/** Hands the documents over that have what is needed and live, and clears the window. */
function handOver(number: number, live: Bits | null, from: number, need: Need, matches: Matches): void {
  const { document, matches: docs, scores } = scratch;
  const { bar } = matches;
  // One word, or all of the first: bits tell by a comparison. Else they are counted.
  const isSimple = !need.inOneField && !need.hasOthers;
  const all = need.count === popcount(need.bits) ? need.bits : 0;
  const isMasked = isSimple && (need.count === 1 || all !== 0);
  const required = isMasked ? all : 0;
  const some = isMasked ? need.bits : -1;
  let count = 0;
  let found = 0;
  for (let at = 0; at < document.count; at += PIECE) {
    const end = Math.min(at + PIECE, document.count);
    if (!isMasked) dropLacking(at, end, need);
    const { docs: all, bits, score } = document;
    const both = pick(all, at, end, live, from, required, some, bits, score, bar, docs, scores, count);
    found += both >>> 16;
    count += both & 0xffff;
  }
  document.count = 0;
  if (found > count) matches.pass(found - count);
  if (count > 0) matches.take(number, docs, scores, count);
}

/** Takes their bits from the documents that have not found enough words. */
function dropLacking(start: number, end: number, need: Need): void {
  const { document, enough } = scratch;
  const { docs, bits } = document;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    const found = bits[doc] as number;
    const isEnough = need.inOneField ? enough[doc] === 1 : wordsIn(found, doc, need) >= need.count;
    enough[doc] = 0;
    if ((found & OTHERS) !== 0) for (const others of document.others) others[doc] = 0;
    if (!isEnough) bits[doc] = 0;
  }
}

/**
 * Picks the documents that live, have all of the required bits and some of the others, and reach the bar; clears all.
 * Gives how many they are, and above the 16th bit how many there would be without a bar.
 */
function pick(
  docs: Uint32Array,
  start: number,
  end: number,
  live: Bits | null,
  from: number,
  required: number,
  some: number,
  bits: Int32Array,
  score: Float64Array,
  bar: number,
  into: Uint32Array,
  scores: Float64Array,
  before: number,
): number {
  let count = before;
  let living = 0;
  for (let i = start; i < end; i++) {
    const doc = docs[i] as number;
    const total = score[doc] as number;
    const found = bits[doc] as number;
    score[doc] = 0;
    bits[doc] = 0;
    if ((found & required) !== required || (found & some) === 0) continue;
    if (live !== null && !hasBit(live, from + doc)) continue;
    living++;
    if (total < bar) continue;
    into[count] = from + doc;
    scores[count++] = total;
  }
  return (living << 16) | (count - before);
}

/** How many of the words that count a document has. */
function wordsIn(found: number, doc: number, need: Need): number {
  const count = popcount(found & need.bits & WORD_BITS);
  if ((found & OTHERS) === 0) return count;
  const [low, high] = scratch.document.others;
  return (
    count + popcount((low[doc] as number) & need.others[0]) + popcount((high[doc] as number) & need.others[1])
  );
}
