import { FairQueue } from './fair-queue.ts';
import { currentFlow, type Flow } from './flow.ts';

/**
 * A turn that took longer than LONG milliseconds ends PAUSE later for its flow: no other piece of its work begins before.
 * A small request needs several turns until it is answered, and would wait for a long piece of work at each of them.
 */
const LONG = 8;
const PAUSE = 4;

/** One turn of a key at a time; a flow is an account, a key and an address. */
const waiting = new FairQueue<() => void>([Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY, 1]);
let isTaken = false;
/** The flow that has the turn, and since when. */
let owner: Flow | undefined;
let givenAt = 0;

/** Between two turns the event loop runs: new requests, messages and signals are received. */
function giveNextTurn(): void {
  endTurn();
  const next = waiting.take();
  isTaken = next !== undefined;
  if (next === undefined) return;
  take(next.flow);
  next.item();
}

function take(flow?: Flow): void {
  isTaken = true;
  owner = flow;
  givenAt = performance.now();
  setImmediate(giveNextTurn);
}

function endTurn(): void {
  const flow = owner;
  if (flow === undefined) return;
  owner = undefined;
  if (performance.now() - givenAt <= LONG) {
    waiting.end(flow);
    return;
  }
  setTimeout(() => {
    waiting.end(flow);
    if (!isTaken) giveNextTurn();
  }, PAUSE);
}

/** Pieces of work that wait for a turn. */
export const waitingTurns = (): number => waiting.totals.waiting;

const turn = (): Promise<void> =>
  new Promise((resolve) => {
    waiting.add(currentFlow(), resolve);
  });

/**
 * Waits for a turn of the event loop; at once if this turn is not taken yet and the flow may have it. One piece of work runs per turn, and flows
 * are served in turn (`FairQueue`), so a request waits for about one piece of every other flow, however many requests
 * these have sent. Node itself would resume all that wait within one turn.
 */
export function takeTurn(): Promise<void> | undefined {
  const flow = currentFlow();
  if (isTaken || !waiting.begin(flow)) return turn();
  take(flow);
  return undefined;
}

/** Lets pending requests and signals run before the caller continues, at the next turn of its flow. */
export function yieldToEventLoop(): Promise<void> {
  if (!isTaken) take();
  return turn();
}
