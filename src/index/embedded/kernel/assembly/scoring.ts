import { addressOf, isRanked, setNorms } from './candidates';
import {
  BEST,
  BEST_FIELD,
  BITS,
  BLOCK_DOCS,
  BLOCK_FREQUENCIES,
  DOCS,
  ENOUGH,
  EXACT,
  EXPANSION_DOCS,
  FIELD_BITS,
  FIELD_DOCS,
  FIELD_OVERFLOW,
  FIELD_SCORE,
  FREQUENCIES,
  LENGTHS,
  NUMBERS,
  OVERFLOW,
  OVERFLOW_BIT,
  SCORE,
  TERM_BITS,
  TERM_DOCS,
} from './memory';
import { first, from, last, next, open, to } from './postings';

/*
 * Adds the BM25 scores of lists to the accumulators, term at a time. Each contribution is computed and added in the same
 * order whatever else is in the segment, so that a document has the same score to the last digit.
 */

let expansionCount: usize = 0;
let termCount: usize = 0;
let exactCount: usize = 0;
let fieldCount: usize = 0;
export let documentCount: usize = 0;

/** The number of the document at address 0; 0 where candidates have ranks. */
export let base: u32 = 0;
/** The lengths of the field by address, its weight, and its coverage bonus per matched term. */
let lengths: usize = LENGTHS;
let fieldWeight: f64 = 0;
let coverage: f64 = 0;
/** The BM25 norm is `kBase + slope · length`. */
let kBase: f64 = 0;
let slope: f64 = 0;
/** Whether no document of the window has a score yet. */
let isFirst: bool = false;

export function enterWindow(start: u32): void {
  base = start;
}

/** Begins a field. `norms` are the lengths of all its documents; 0 if `LENGTHS` has those of the window. */
export function enterField(norms: usize, k: f64, slopeOfField: f64, coverageOfTerm: f64, weight: f64): void {
  setNorms(norms);
  lengths = norms === 0 || isRanked ? LENGTHS : norms + (base << 1);
  kBase = k;
  slope = slopeOfField;
  coverage = coverageOfTerm;
  fieldWeight = weight;
  isFirst = documentCount === 0;
}

function lengthOf(doc: usize): f64 {
  return load<u16>(lengths + (doc << 1));
}

/** The BM25 score of a term frequency, without the IDF. */
function share(weight: f64, tf: f64, length: f64): f64 {
  return (weight * tf) / (tf + kBase + slope * length);
}

function addToField(count: usize, doc: usize, value: f64, bit: u32): usize {
  const had = load<u32>(FIELD_BITS + (doc << 2));
  store<u32>(FIELD_DOCS + (count << 2), doc);
  store<u32>(FIELD_BITS + (doc << 2), had | bit);
  store<f64>(FIELD_SCORE + (doc << 3), load<f64>(FIELD_SCORE + (doc << 3)) + value);
  return count + ((had - 1) >>> 31);
}

function addToDocument(count: usize, doc: usize, value: f64, bit: u32): usize {
  const had = load<u32>(BITS + (doc << 2));
  store<u32>(DOCS + (count << 2), doc);
  store<u32>(BITS + (doc << 2), had | bit);
  if (isFirst) {
    store<f64>(SCORE + (doc << 3), value);
  } else {
    const sum = load<f64>(SCORE + (doc << 3));
    const best = load<f64>(BEST_FIELD + (doc << 3));
    store<f64>(BEST_FIELD + (doc << 3), max<f64>(value, best === 0 ? sum : best));
    store<f64>(SCORE + (doc << 3), sum + value);
  }
  return count + ((had - 1) >>> 31);
}

/** Adds idf · tf / (tf + K) of a term without other expansions to its field. */
export function addTerm(list: usize, idf: f64, weight: f64, bit: u32): void {
  open(list);
  while (next(true)) {
    let count = fieldCount;
    for (let i = first; i < last; i += 4) {
      const doc: usize = load<u32>(BLOCK_DOCS + i) - base;
      count = addToField(
        count,
        doc,
        idf * share(weight, load<i32>(BLOCK_FREQUENCIES + i), lengthOf(doc)),
        bit,
      );
    }
    fieldCount = count;
  }
}

/** The same for the only term of a field: adds it to the documents, with the weight and coverage bonus of the field. */
export function addOnlyTerm(list: usize, idf: f64, weight: f64, bit: u32): void {
  open(list);
  while (next(true)) {
    let count = documentCount;
    for (let i = first; i < last; i += 4) {
      const doc: usize = load<u32>(BLOCK_DOCS + i) - base;
      const length = lengthOf(doc);
      const score = idf * share(weight, load<i32>(BLOCK_FREQUENCIES + i), length);
      count = addToDocument(count, doc, fieldWeight * (1 + coverage * (1 / length)) * score, bit);
    }
    documentCount = count;
  }
}

function countDocument(doc: usize, frequency: u32): void {
  const had = load<u32>(FREQUENCIES + (doc << 2));
  store<u32>(EXPANSION_DOCS + (expansionCount << 2), doc);
  store<u32>(FREQUENCIES + (doc << 2), had + frequency);
  expansionCount += (had - 1) >>> 31;
}

/** Adds the frequencies of the terms of a list to those of their expansion. */
export function countTerms(list: usize): void {
  open(list);
  while (next(true)) {
    for (let i = first; i < last; i += 4)
      countDocument(load<u32>(BLOCK_DOCS + i) - base, load<u32>(BLOCK_FREQUENCIES + i));
  }
}

/** The same for a computed list of documents and frequencies. */
export function countDocs(docs: usize, counts: usize, count: usize): void {
  for (let i: usize = 0; i < count; i++) {
    const doc = load<u32>(docs + (i << 2));
    if (doc < from || doc >= to) continue;
    const address = addressOf(doc, base);
    if (address >= 0) countDocument(address, load<u32>(counts + (i << 2)));
  }
}

function keepLarger(doc: usize, score: f64): void {
  const had = load<f64>(BEST + (doc << 3));
  store<u32>(TERM_DOCS + (termCount << 2), doc);
  termCount += had === 0 ? 1 : 0;
  store<f64>(BEST + (doc << 3), max<f64>(had, score));
}

/** Scores the frequencies of an expansion, stores the maximum per document, and clears them. */
export function keepMax(weight: f64, withExact: bool): void {
  for (let i: usize = 0; i < expansionCount; i++) {
    const doc: usize = load<u32>(EXPANSION_DOCS + (i << 2));
    let tf = load<i32>(FREQUENCIES + (doc << 2));
    if (withExact) tf += load<i32>(EXACT + (doc << 2));
    store<i32>(FREQUENCIES + (doc << 2), 0);
    keepLarger(doc, share(weight, tf, lengthOf(doc)));
  }
  expansionCount = 0;
}

/** Scores a term that is an expansion by itself: `countTerms` and `keepMax` in one pass. */
export function bestTerm(list: usize, weight: f64): void {
  open(list);
  while (next(true)) {
    for (let i = first; i < last; i += 4) {
      const doc: usize = load<u32>(BLOCK_DOCS + i) - base;
      keepLarger(doc, share(weight, load<i32>(BLOCK_FREQUENCIES + i), lengthOf(doc)));
    }
  }
}

/** The same for the exact term, which is scored first; other expansions may add its frequencies to theirs. */
export function bestExact(list: usize): void {
  open(list);
  while (next(true)) {
    for (let i = first; i < last; i += 4) {
      const doc: usize = load<u32>(BLOCK_DOCS + i) - base;
      const tf = load<i32>(BLOCK_FREQUENCIES + i);
      store<f64>(BEST + (doc << 3), share(1, tf, lengthOf(doc)));
      store<i32>(EXACT + (doc << 2), tf);
      store<u32>(TERM_DOCS + (termCount << 2), doc);
      termCount++;
    }
  }
  exactCount = termCount;
}

/** Clears the frequencies of the exact term, whose documents are the first of the query term. */
export function clearExact(): void {
  for (let i: usize = 0; i < exactCount; i++)
    store<i32>(EXACT + ((load<u32>(TERM_DOCS + (i << 2)) as usize) << 2), 0);
  exactCount = 0;
}

/** Adds the best expansion of a term to its field. */
export function addBest(idf: f64, bit: u32): void {
  let count = fieldCount;
  for (let i: usize = 0; i < termCount; i++) {
    const doc: usize = load<u32>(TERM_DOCS + (i << 2));
    count = addToField(count, doc, idf * load<f64>(BEST + (doc << 3)), bit);
    store<f64>(BEST + (doc << 3), 0);
  }
  fieldCount = count;
  termCount = 0;
}

/** The same for the only term of a field: adds it to the documents. */
export function addOnlyBest(idf: f64, bit: u32): void {
  let count = documentCount;
  for (let i: usize = 0; i < termCount; i++) {
    const doc: usize = load<u32>(TERM_DOCS + (i << 2));
    const score = idf * load<f64>(BEST + (doc << 3));
    count = addToDocument(count, doc, fieldWeight * (1 + coverage * (1 / lengthOf(doc))) * score, bit);
    store<f64>(BEST + (doc << 3), 0);
  }
  documentCount = count;
  termCount = 0;
}

/** Sets a bit of the overflow for the documents of a term. */
export function setOverflow(number: u32): void {
  const bits = FIELD_OVERFLOW + (number >>> 5) * NUMBERS;
  for (let i: usize = 0; i < termCount; i++) {
    const at = bits + ((load<u32>(TERM_DOCS + (i << 2)) as usize) << 2);
    store<u32>(at, load<u32>(at) | (1 << (number & 31)));
  }
}

/** Marks documents that have `least` of the terms of a mask in this field. */
export function markEnough(bits: u32, low: u32, high: u32, least: u32): void {
  for (let i: usize = 0; i < fieldCount; i++) {
    const doc: usize = load<u32>(FIELD_DOCS + (i << 2));
    const here = load<u32>(FIELD_BITS + (doc << 2));
    let found = popcnt(here & bits & TERM_BITS);
    if ((here & OVERFLOW_BIT) !== 0) {
      found += popcnt(load<u32>(FIELD_OVERFLOW + (doc << 2)) & low);
      found += popcnt(load<u32>(FIELD_OVERFLOW + NUMBERS + (doc << 2)) & high);
    }
    if (found >= least) store<u8>(ENOUGH + doc, 1);
  }
}

/** Adds a field to the documents, with its weight and coverage bonus, and clears it. */
export function finishField(): void {
  let count = documentCount;
  for (let i: usize = 0; i < fieldCount; i++) {
    const doc: usize = load<u32>(FIELD_DOCS + (i << 2));
    const here = load<u32>(FIELD_BITS + (doc << 2));
    let terms: f64 = popcnt(here & TERM_BITS);
    if ((here & OVERFLOW_BIT) !== 0) terms += moveOverflow(doc << 2) + moveOverflow(NUMBERS + (doc << 2));
    const bonus = 1 + coverage * terms * min<f64>(1, terms / lengthOf(doc));
    count = addToDocument(count, doc, fieldWeight * bonus * load<f64>(FIELD_SCORE + (doc << 3)), here);
    store<f64>(FIELD_SCORE + (doc << 3), 0);
    store<u32>(FIELD_BITS + (doc << 2), 0);
  }
  documentCount = count;
  fieldCount = 0;
}

/** Moves an entry of the overflow from the field to the document, and returns the number of its terms. */
function moveOverflow(at: usize): f64 {
  const bits = load<u32>(FIELD_OVERFLOW + at);
  store<u32>(OVERFLOW + at, load<u32>(OVERFLOW + at) | bits);
  store<u32>(FIELD_OVERFLOW + at, 0);
  return popcnt(bits);
}

/** Ends the window: all its documents are collected and cleared. */
export function leaveWindow(): void {
  documentCount = 0;
}
