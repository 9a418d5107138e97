import { type CountedOutcome, searchSteps } from '../../src/index/embedded/query/search.ts';
import { THRESHOLDS } from '../../src/index/embedded/query/tuning/thresholds.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import type { Snapshot } from '../../src/index/embedded/snapshot/snapshot.ts';
import type { SearchPlan } from '../../src/index/plan.ts';

/** Runs a plan without pauses. */
export const runSearch = (snapshot: Snapshot, plan: SearchPlan, thresholds = THRESHOLDS): CountedOutcome =>
  runToCompletion(searchSteps(snapshot, plan, thresholds));
