import { popcount } from '../../segment/bits.ts';
import { type Accumulator, FIRST_WORDS, OTHERS, PIECE, type Scratch, WORD_BITS } from './accumulators.ts';
import { COVERAGE_BONUS } from './bm25.ts';
import { scoreWord } from './dis-max.ts';
import { addBest, addBestOfField, addTermOfField } from './field-loops.ts';
import type { FieldClauses, Need, WordClause } from './segment-query.ts';
import { addTerm } from './term-loops.ts';

/**
 * Adds the words of a field to documents, as they are. The length of the field in a document is at its number after
 * `base`: both are those of the window, or of the documents that were chosen.
 */
function addClauses(
  scratch: Scratch,
  { slope, words }: FieldClauses,
  lengths: Uint16Array,
  base: number,
  from: number,
  to: number,
  into: Accumulator,
): void {
  for (const { word, rarity, clause } of words) {
    const bit = word < FIRST_WORDS ? 1 << word : OTHERS;
    switch (clause.kind) {
      case 'term':
        addTerm(
          clause.reading,
          base,
          from,
          to,
          lengths,
          slope,
          clause.weight,
          rarity,
          bit,
          into,
          scratch.having,
        );
        break;
      case 'ways':
        scoreWord(scratch, clause.ways, lengths, slope, base, from, to);
        if (word >= FIRST_WORDS) noteOther(scratch, word - FIRST_WORDS, into);
        addBest(scratch.best, scratch.inWord, rarity, bit, into);
    }
  }
}

/** Sets the bit of a word that has none among the first. */
function noteOther({ inWord }: Scratch, other: number, into: Accumulator): void {
  const bits = into.others[other >> 5] as Int32Array;
  for (let i = 0; i < inWord.count; i++) {
    const doc = inWord.docs[i] as number;
    bits[doc] = (bits[doc] as number) | (1 << (other & 31));
  }
}

/** Scores one field of one window and adds it to the documents. */
export function scoreField(
  scratch: Scratch,
  clauses: FieldClauses,
  lengths: Uint16Array,
  base: number,
  from: number,
  to: number,
  need: Need,
): void {
  const { field, document } = scratch;
  const { weight } = clauses;
  if (clauses.words.length === 1 && !need.inOneField && !need.hasOthers) {
    scoreOneWord(scratch, clauses, lengths, base, from, to);
    return;
  }
  addClauses(scratch, clauses, lengths, base, from, to, field);
  if (need.inOneField) noteEnough(scratch, need);
  for (let at = 0; at < field.count; at += PIECE) {
    const end = Math.min(at + PIECE, field.count);
    if (need.hasOthers) addOthers(scratch, at, end);
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
function addOthers({ field, document }: Scratch, start: number, end: number): void {
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
function noteEnough({ field, enough }: Scratch, need: Need): void {
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
  scratch: Scratch,
  { slope, weight, words }: FieldClauses,
  lengths: Uint16Array,
  base: number,
  from: number,
  to: number,
): void {
  const { document, best, inWord, having } = scratch;
  const { word, rarity, clause } = words[0] as WordClause;
  const bit = 1 << word;
  if (clause.kind === 'term') {
    const { reading, weight: ofTerm } = clause;
    addTermOfField(reading, base, from, to, lengths, slope, ofTerm, rarity, weight, bit, document, having);
  } else {
    scoreWord(scratch, clause.ways, lengths, slope, base, from, to);
    addBestOfField(best, inWord, rarity, weight, lengths, base, bit, document);
  }
}
