import { FACET_CLASSES, WORD_CLASSES } from './questions.ts';

/*
 * The goals: how many times better than each peer, by level. A figure below 1 says how much slower Findling may be
 * (0.8: the peer's time is at least 0.8 of Findling's).
 */
export type Goals = Readonly<Record<string, number>>;

/** Kernel: the median time of a class. */
export function kernelGoals(set: string, questionClass: string): Goals {
  if (set === '1m') return { lucene: 1 };
  if (FACET_CLASSES.includes(questionClass)) return { fts5: 50, minisearch: 15, orama: 15 };
  return { fts5: 5, minisearch: 10, orama: 10 };
}
export const kernelSlowest = (set: string): Goals => (set === '1m' ? { lucene: 1 / 1.25 } : {});
export const kernelMedian = (set: string): Goals => (set === '1m' ? { lucene: 1.3 } : {});

export const bytesOfJson = (set: string): number | undefined => (set === '1m' ? 0.55 : undefined);

export const buildGoals: Goals = { lucene: 2 };
export const recipeMedian: Goals = { lucene: 1 };

/** A tuned query may take 1.3 times as long as the one without. */
export const TUNING_GOAL = 1 / 1.3;

/** Product: the median time of a class. */
export function productGoals(set: string, questionClass: string): Goals {
  if (set !== '1m') return { opensearch: 2.5, meilisearch: 2 };
  return { opensearch: WORD_CLASSES.includes(questionClass) ? 1.5 : 3 };
}
export const productMedian = (set: string): Goals => (set === '1m' ? {} : { opensearch: 4, meilisearch: 3 });
export const productSlowest = (): Goals => ({ opensearch: 1, meilisearch: 1 });
/** The processor time per answer: of every class, and of the median class. */
export const processorGoals = (set: string): Goals =>
  set === '1m' ? { opensearch: 1 } : { opensearch: 2, meilisearch: 2 };
export const processorMedian = (set: string): Goals =>
  set === '1m' ? { opensearch: 2 } : { opensearch: 4, meilisearch: 3 };
/** For the small set against the better of both, and thus against each. */
export const throughputGoals = (set: string): Goals =>
  set === '1m' ? { opensearch: 2 } : { opensearch: 4, meilisearch: 4 };
export const loadGoals: Goals = { opensearch: 1 };
/** Half of the peer's time. */
export const batchGoals: Goals = { opensearch: 2 };
/** In GB. */
export const memoryBound = (set: string): number => (set === '63k' ? 0.3 : 1.2);

export const ceilingGoals: Readonly<Record<string, Goals>> = {
  'default precision': { 'empty handler': 0.12 },
  'precision 11': { 'empty handler': 0.25 },
};
/** Searches of the small set are too short to be heavy. */
export const workersGoals = (set: string, questionClass: string): Goals =>
  set === '1m' ? { 'one worker': questionClass === 'or2cc' ? 1.3 : 1.7 } : {};
