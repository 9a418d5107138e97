/*
 * The memory of a kernel: accumulators of one window at fixed places, so that loops address them by constants, then
 * candidates and lists, which ../kernel.ts places.
 *
 *   one expansion    FREQUENCIES ──┐ max        EXPANSION_DOCS
 *   one query term   BEST, EXACT ◀─┘ ──┐ sum    TERM_DOCS
 *   one field        FIELD_SCORE ◀─────┘ ──┐ · weight · coverage bonus
 *   all fields       SCORE, BEST_FIELD ◀───┘ sum and max ──▶ MATCHES, SCORES
 *
 * Documents are addressed by `document - base`, or by their rank among the candidates. Lists of the documents with an
 * entry make clearing cost one write per such document. Between two windows all accumulators are zero.
 */

/** The most documents that are scored at a time. */
const WINDOW: usize = 1 << 15;
/** Bytes of an array of doubles, and of a list of documents: loops write unconditionally, also after the last entry. */
const DOUBLES: usize = WINDOW * 8;
export const NUMBERS: usize = WINDOW * 4;
const LIST: usize = NUMBERS + 64;

/** The decoded block, and what its loops write beyond its end. */
export const BLOCK_DOCS: usize = 1024;
export const BLOCK_FREQUENCIES: usize = BLOCK_DOCS + 640;
/** The ranks of candidates that were found in the block. */
export const FOUND: usize = BLOCK_FREQUENCIES + 640;
/** Term frequencies of one expansion of a query term, and of the exact term, which other expansions add to theirs. */
export const FREQUENCIES: usize = FOUND + 128;
export const EXPANSION_DOCS: usize = FREQUENCIES + NUMBERS;
export const EXACT: usize = EXPANSION_DOCS + LIST;
/** The best expansion of one query term in one field. */
export const BEST: usize = EXACT + NUMBERS;
export const TERM_DOCS: usize = BEST + DOUBLES;
/**
 * Sums of a field, and bits that say which query terms a document has; the bits of further terms are in two arrays of
 * overflow. Bits never use the sign: `(bits - 1) >>> 31` is 1 for a document without bits, which needs no branch.
 */
export const FIELD_SCORE: usize = TERM_DOCS + LIST;
export const FIELD_BITS: usize = FIELD_SCORE + DOUBLES;
export const FIELD_DOCS: usize = FIELD_BITS + NUMBERS;
export const FIELD_OVERFLOW: usize = FIELD_DOCS + LIST;
/**
 * The same of a document: the sum of its fields. The first field leaves `BEST_FIELD` alone, so that 0 stands for a
 * document of one field, whose sum is the largest.
 */
export const SCORE: usize = FIELD_OVERFLOW + 2 * NUMBERS;
export const BEST_FIELD: usize = SCORE + DOUBLES;
export const BITS: usize = BEST_FIELD + DOUBLES;
export const DOCS: usize = BITS + NUMBERS;
export const OVERFLOW: usize = DOCS + LIST;
/** 1 if one field of the document has the required number of terms. */
export const ENOUGH: usize = OVERFLOW + 2 * NUMBERS;
/** The lengths of the field that is being scored. */
export const LENGTHS: usize = ENOUGH + WINDOW;
/** The documents of ranks. */
export const CANDIDATES: usize = LENGTHS + 2 * WINDOW;
/** Bits of the live documents of a window. */
export const LIVE: usize = CANDIDATES + LIST;
/** The documents of a window that match, and their scores. */
export const MATCHES: usize = LIVE + WINDOW / 8;
export const SCORES: usize = MATCHES + LIST;
/** Postings, blocks and bytes that were read, and blocks that were skipped, since ../kernel.ts last took them. */
export const COUNTERS: usize = SCORES + DOUBLES + 64;
/** Tables for unpacking numbers, by width. */
export const UNPACKING: usize = COUNTERS + 64;
export const END: usize = UNPACKING + 25 * 48;

/** The number of a term's bit in the mask of a document from which on bits are in the overflow. */
export const OVERFLOW_BIT: u32 = 1 << 29;
export const TERM_BITS: u32 = OVERFLOW_BIT - 1;
