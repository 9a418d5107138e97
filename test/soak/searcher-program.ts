import { Agent, request } from 'node:http';
import { setPriority } from 'node:os';
import type { SearcherOrder, SearchReport } from './searcher.ts';

/** Sends small searches in its own process: as fast as they are answered, or at a fixed rate. */

const [, , base = '', key = ''] = process.argv;
const WORDS = [
  'cave',
  'river',
  'red rock',
  'lake',
  'volcano',
  'glacier',
  'forest',
  'desert',
  'island',
  'canyon',
];
const ADDRESSES = WORDS.flatMap((word) => [
  `${base}/api/as/v1/engines/national-parks-demo/search?query=${encodeURIComponent(word)}`,
  `${base}/api/as/v1/engines/soak/search?query=${encodeURIComponent(word)}`,
]);
/** Connections in the closed loop; unanswered searches at which the open loop waits. */
const LANES = 8;
const MOST_WAITING = 2000;

try {
  setPriority(-5);
} catch {
  // Needs privileges.
}
const agent = new Agent({ keepAlive: true, maxSockets: 64 });
let times: number[] = [];
let failures: Record<string, number> = {};
let skipped = 0;
let waiting = 0;
let next = 0;
let timer: NodeJS.Timeout | undefined;

/** `due` is the moment at which the search should have been sent. */
function search(due: number): Promise<void> {
  const address = ADDRESSES[next++ % ADDRESSES.length] as string;
  waiting++;
  return new Promise((resolve) => {
    const done = (failure?: string): void => {
      waiting--;
      times.push(performance.now() - due);
      if (failure !== undefined) failures[failure] = (failures[failure] ?? 0) + 1;
      resolve();
    };
    const outgoing = request(address, { agent, headers: { authorization: `Bearer ${key}` } }, (incoming) => {
      incoming.resume();
      incoming.on('end', () => done(incoming.statusCode === 200 ? undefined : String(incoming.statusCode)));
      incoming.on('error', () => done('cut off'));
    });
    outgoing.on('error', (error: NodeJS.ErrnoException) => done(error.code ?? 'failed'));
    outgoing.end();
  });
}

async function capacity(seconds: number): Promise<void> {
  const end = performance.now() + 1000 * seconds;
  let answered = 0;
  const lane = async (): Promise<void> => {
    while (performance.now() < end) {
      await search(performance.now());
      answered++;
    }
  };
  await Promise.all(Array.from({ length: LANES }, lane));
  process.send?.({ rate: answered / seconds });
}

function run(rate: number): void {
  const gap = 1000 / rate;
  let due = performance.now();
  timer = setInterval(() => {
    for (; due <= performance.now(); due += gap) {
      if (waiting < MOST_WAITING) void search(due);
      else skipped++;
    }
  }, 2);
}

function report(): void {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? 0;
  process.send?.({
    count: sorted.length,
    p50: at(0.5),
    p99: at(0.99),
    worst: at(1),
    skipped,
    failures,
  } satisfies SearchReport);
  times = [];
  failures = {};
  skipped = 0;
}

process.on('message', (order: SearcherOrder) => {
  if (order === 'report') report();
  else if (order === 'stop') clearInterval(timer);
  else if ('capacity' in order) void capacity(order.capacity);
  else run(order.rate);
});
process.on('disconnect', () => process.exit());
process.send?.('ready');
