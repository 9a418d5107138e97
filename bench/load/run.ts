import { setTimeout } from 'node:timers/promises';
import type { Sample, Stretch } from '../observe.ts';
import type { BenchServer } from '../server.ts';
import { Client, type Outcome, type Stream } from './client.ts';
import { type Latency, latency } from './latency.ts';
import { Observer } from './observer.ts';

/** One thing that is measured: what went on, and how long its answers took by kind. */
export interface Phase {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly latencies: Readonly<Record<string, Latency>>;
  /** How late the client was with its own beat, in milliseconds. */
  readonly late: Outcome['late'];
  readonly stretch: Stretch;
  readonly complaints: readonly string[];
}

export interface PhaseTraffic {
  readonly measured: readonly Stream[];
  /** What goes on beside it, from another thread. */
  readonly beside?: readonly Stream[];
  /** How long it goes on; without it for the length of a phase. */
  readonly during?: () => Promise<void>;
}

/** A running service with an observer and two clients, one for what is measured and one for what disturbs it. */
export class LoadRun {
  readonly phases: Phase[] = [];
  readonly server: BenchServer;
  readonly seconds: number;
  readonly #observer: Observer;
  readonly #asking: Client;
  readonly #beside: Client;

  constructor(server: BenchServer, seconds: number) {
    this.server = server;
    this.seconds = seconds;
    this.#observer = new Observer(server.process);
    this.#asking = new Client(server);
    this.#beside = new Client(server);
  }

  get samples(): readonly Sample[] {
    return this.#observer.samples;
  }

  /** Waits until the service rests, then runs the traffic and writes down what came of it. */
  async phase(name: string, traffic: PhaseTraffic): Promise<Phase> {
    await this.#observer.settled();
    await this.#observer.begin();
    const from = Date.now();
    const [measured, beside] = await this.#run(traffic);
    const stretch = await this.#observer.end();
    const times = [measured, beside].flatMap((outcome) =>
      (outcome?.times ?? []).map((one) => ({ ...one, seconds: outcome?.seconds ?? 0 })),
    );
    const phase: Phase = {
      name,
      from,
      to: Date.now(),
      latencies: Object.fromEntries(
        times.map(({ kind, milliseconds, failed, seconds }) => [
          kind,
          latency(milliseconds, failed, seconds),
        ]),
      ),
      late: measured.late,
      stretch,
      complaints: times.flatMap(({ complaint }) => complaint ?? []),
    };
    this.phases.push(phase);
    return phase;
  }

  /** Answers a second when several clients ask without pause. */
  async capacity(asks: Stream['asks'], seconds: number): Promise<number> {
    const traffic = { measured: [{ asks, pace: { clients: 4 } }] };
    const [outcome] = await this.#run({ ...traffic, during: () => setTimeout(seconds * 1000) });
    const answers = outcome.times.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0);
    return answers / outcome.seconds;
  }

  async close(): Promise<void> {
    await Promise.all([this.#asking.close(), this.#beside.close()]);
    await this.server.close();
  }

  async #run({ measured, beside, during }: PhaseTraffic): Promise<[Outcome, Outcome | undefined]> {
    const over = during === undefined ? setTimeout(this.seconds * 1000) : during();
    const [outcome, other] = await Promise.all([
      this.#asking.run(measured, over),
      beside && this.#beside.run(beside, over),
      over,
    ]);
    return [outcome, other];
  }
}
