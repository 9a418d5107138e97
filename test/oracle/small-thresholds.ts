import { THRESHOLDS, type Thresholds } from '../../src/index/embedded/query/tuning/thresholds.ts';
import type { Random } from '../support/seed.ts';

/** Windows of 64 documents: segments of a few hundred then meet the code that serves millions. */
export const SMALL_THRESHOLDS: Thresholds = {
  ...THRESHOLDS,
  window: 64,
  onePassDocs: 0,
  onePassPostings: 0,
  firstCandidates: 16,
  rangeGrowth: 2,
  essentialShare: 1,
  deferredShare: 1,
};

/** The same, with every choice made at random: which candidates are found how must not change an answer. */
export const randomThresholds = (random: Random): Thresholds => ({
  window: random.pick([32, 64, 64, 128]),
  onePassDocs: random.pick([0, 0, 64, 200]),
  onePassPostings: random.pick([0, 100, 1_000_000]),
  rarestShare: random.pick([1, 1.5, 1_000_000]),
  rarestShareCounted: random.pick([1, 16, 1_000_000]),
  firstCandidates: random.pick([1, 16, 1_000_000]),
  rangeGrowth: random.pick([1, 2, 8]),
  essentialShare: random.pick([0.5, 1, 1]),
  deferredShare: random.pick([0, 0.5, 1]),
  manyTests: random.pick([0, 3, 64]),
  testsPerPiece: random.pick([1, 64, 32_768]),
});
