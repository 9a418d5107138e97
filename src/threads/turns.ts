import { FairQueue } from './fair-queue.ts';
import { currentFlow } from './flow.ts';

const waiting = new FairQueue<() => void>();
let isTaken = false;

/** Between two turns the event loop runs: new requests, messages and signals are received. */
function giveNextTurn(): void {
  const next = waiting.take();
  isTaken = next !== undefined;
  if (next === undefined) return;
  waiting.end(next.flow);
  setImmediate(giveNextTurn);
  next.item();
}

function take(): void {
  isTaken = true;
  setImmediate(giveNextTurn);
}

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(currentFlow(), resolve);
  });

/**
 * Waits for a turn of the event loop; at once if this turn is not taken yet. One piece of work runs per turn, and flows
 * are served in turn (`FairQueue`), so a request waits for about one piece of every other flow, however many requests
 * these have sent. Node itself would resume all that wait within one turn.
 */
export function takeTurn(): Promise<void> | undefined {
  if (isTaken) return turn();
  take();
  return undefined;
}

/** Lets pending requests and signals run before the caller continues, at the next turn of its flow. */
export function yieldToEventLoop(): Promise<void> {
  if (!isTaken) take();
  return turn();
}
