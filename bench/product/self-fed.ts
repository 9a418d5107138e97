/** A search worker without message overhead: gets plans and a time, and returns how many searches it ran. */
import { parentPort, workerData } from 'node:worker_threads';
import { searchSteps } from '../../src/index/embedded/query/search.ts';
import { runToCompletion } from '../../src/index/embedded/runtime/time-slice.ts';
import {
  type SnapshotMessage,
  SnapshotReplicas,
} from '../../src/index/embedded/workers/snapshot-replicas.ts';
import type { SearchPlan } from '../../src/index/plan.ts';

const message: SnapshotMessage = workerData;
const replicas = new SnapshotReplicas();
replicas.add(message);
const { snapshot } = replicas.get(message.generation, message.number);

parentPort?.on('message', ({ plans, seconds }: { plans: readonly SearchPlan[]; seconds: number }) => {
  const until = performance.now() + seconds * 1000;
  let answered = 0;
  while (performance.now() < until) {
    runToCompletion(searchSteps(snapshot, plans[answered % plans.length] as SearchPlan));
    answered++;
  }
  parentPort?.postMessage(answered);
});
parentPort?.postMessage('ready');
