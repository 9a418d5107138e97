/* What a kernel offers to ../kernel.ts. */
export {
  candidateCount,
  clearBits,
  clearCandidates,
  countBitmap,
  rank,
  setPlaces,
  unite,
  uniteDocs,
} from './candidates';
export { collect, exclude, requireBits, requireTerms } from './collecting';
export { CANDIDATES, COUNTERS, END, LENGTHS, LIVE, MATCHES, SCORES } from './memory';
export { findPairs } from './pairs';
export { initialize, setRange } from './postings';
export {
  addBest,
  addOnlyBest,
  addOnlyTerm,
  addTerm,
  bestExact,
  bestTerm,
  clearExact,
  countDocs,
  countTerms,
  enterField,
  enterWindow,
  finishField,
  keepMax,
  markEnough,
  setOverflow,
} from './scoring';
