/** The thread of a `Client`. It reads responses to their end and checks only their status, without parsing them. */
import { Agent, request as httpRequest } from 'node:http';
import { setTimeout } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import type { Ask, Outcome, Stream, Target, Times, ToClient } from './client.ts';

/** The most pending requests at a fixed rate; beyond that the service is overloaded, and further ones fail unsent. */
const MOST_UNDER_WAY = 1000;
/** Timers have a resolution of one millisecond. Only lateness beyond that is counted. */
const TIMER_STEP = 1;
const COMPLAINT_LENGTH = 300;

interface Counted {
  readonly milliseconds: number[];
  failed: number;
  complaint: string | undefined;
}

const { base, key } = workerData as Target;
const { hostname, port, pathname } = new URL(base);
const agent = new Agent({ keepAlive: true });

function send({ method, path, body }: Ask): Promise<void> {
  const data = Buffer.from(body);
  return new Promise((resolve, reject) => {
    const headers = {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'content-length': data.length,
    };
    const request = httpRequest(
      { hostname, port, method, path: pathname + path, agent, headers },
      (response) => {
        if (response.statusCode === 200) response.resume();
        else {
          response.setEncoding('utf8');
          let text = '';
          response.on('data', (part: string) => {
            text += part;
          });
          response.on('end', () =>
            reject(new Error(`${response.statusCode} ${text.slice(0, COMPLAINT_LENGTH)}`)),
          );
        }
        response.on('end', resolve);
        response.on('error', reject);
      },
    );
    request.on('error', reject);
    request.end(data);
  });
}

/** One order: its streams run concurrently until they are stopped. */
class Round {
  readonly #records = new Map<string, Counted>();
  readonly #late: number[] = [];
  #isOver = false;

  async run(streams: readonly Stream[]): Promise<Outcome> {
    const started = performance.now();
    await Promise.all(
      streams.map(({ asks, pace }) =>
        'clients' in pace ? this.#closed(asks, pace.clients) : this.#beat(asks, pace.perSecond),
      ),
    );
    const sorted = this.#late.toSorted((a, b) => a - b);
    const late = (share: number): number => sorted[Math.floor(sorted.length * share)] ?? 0;
    return {
      seconds: (performance.now() - started) / 1000,
      // In a fixed order, so that tables and charts can be compared.
      times: [...this.#records]
        .map(([kind, counted]): Times => {
          const { milliseconds, failed, complaint } = counted;
          return { kind, milliseconds: Float64Array.from(milliseconds), failed, complaint };
        })
        .toSorted((a, b) => (a.kind < b.kind ? -1 : 1)),
      late: { p50: late(0.5), p99: late(0.99) },
    };
  }

  stop(): void {
    this.#isOver = true;
  }

  async #closed(asks: readonly Ask[], clients: number): Promise<void> {
    const client = async (from: number): Promise<void> => {
      for (let i = from; !this.#isOver; i += clients) {
        await this.#timed(asks[i % asks.length] as Ask, performance.now());
      }
    };
    await Promise.all(Array.from({ length: clients }, (_, i) => client(i)));
  }

  async #beat(asks: readonly Ask[], perSecond: number): Promise<void> {
    const underWay = new Set<Promise<void>>();
    const started = performance.now();
    const dueAt = (i: number): number => started + (i * 1000) / perSecond;
    for (let i = 0; !this.#isOver; i++) {
      const ask = asks[i % asks.length] as Ask;
      const due = dueAt(i);
      if (due > performance.now()) await setTimeout(due - performance.now());
      if (this.#isOver) break;
      if (underWay.size >= MOST_UNDER_WAY) {
        this.#record(ask.kind).failed++;
        continue;
      }
      const now = performance.now();
      this.#late.push(now - due);
      const sent = this.#timed(ask, Math.min(now, due + TIMER_STEP)).finally(() => underWay.delete(sent));
      underWay.add(sent);
    }
    await Promise.all(underWay);
  }

  async #timed(ask: Ask, from: number): Promise<void> {
    const record = this.#record(ask.kind);
    try {
      await send(ask);
      record.milliseconds.push(performance.now() - from);
    } catch (error) {
      record.failed++;
      record.complaint ??= `${ask.method} ${ask.path}: ${error instanceof Error ? error.message : error}`;
    }
  }

  #record(kind: string): Counted {
    const known = this.#records.get(kind);
    if (known !== undefined) return known;
    const fresh: Counted = { milliseconds: [], failed: 0, complaint: undefined };
    this.#records.set(kind, fresh);
    return fresh;
  }
}

let round = new Round();
parentPort?.on('message', async (order: ToClient) => {
  if (order === 'stop') {
    round.stop();
    return;
  }
  round = new Round();
  parentPort?.postMessage(await round.run(order.streams));
});
