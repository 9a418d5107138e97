import { setTimeout } from 'node:timers/promises';
import type { Sample, Stretch } from '../observe.ts';
import type { BenchServer } from '../server.ts';
import { Client, type Outcome, type Stream } from './client.ts';
import { type Latency, latency } from './latency.ts';
import { Observer } from './observer.ts';

/** A measured phase: its traffic, and the response times by kind. */
export interface Phase {
  readonly name: string;
  /** Milliseconds since 1970. */
  readonly from: number;
  readonly to: number;
  readonly latencies: Readonly<Record<string, Latency>>;
  /** How late the client itself sent, in milliseconds. */
  readonly late: Outcome['late'];
  readonly stretch: Stretch;
  readonly complaints: readonly string[];
}

export interface PhaseTraffic {
  readonly measured: readonly Stream[];
  /** Other traffic at the same time, from another thread. */
  readonly background?: readonly Stream[];
  /** How long the traffic lasts; by default the length of a phase. */
  readonly during?: () => Promise<void>;
}

/** A running service with an observer and two clients, one for measured and one for background traffic. */
export class LoadRun {
  readonly phases: Phase[] = [];
  readonly server: BenchServer;
  readonly seconds: number;
  readonly #observer: Observer;
  readonly #asking: Client;
  readonly #background: Client;

  constructor(server: BenchServer, seconds: number) {
    this.server = server;
    this.seconds = seconds;
    this.#observer = new Observer(server.process);
    this.#asking = new Client(server);
    this.#background = new Client(server);
  }

  get samples(): readonly Sample[] {
    return this.#observer.samples;
  }

  /** Waits until the service is idle, then runs the traffic and records the results. */
  async phase(name: string, traffic: PhaseTraffic): Promise<Phase> {
    await this.#observer.settled();
    await this.#observer.begin();
    const from = Date.now();
    const [measured, background] = await this.#run(traffic);
    const stretch = await this.#observer.end();
    const times = [measured, background].flatMap((outcome) =>
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

  /** Responses per second to several clients at full load. */
  async capacity(asks: Stream['asks'], seconds: number): Promise<number> {
    const traffic = { measured: [{ asks, pace: { clients: 4 } }] };
    const [outcome] = await this.#run({ ...traffic, during: () => setTimeout(seconds * 1000) });
    const answers = outcome.times.reduce((sum, { milliseconds }) => sum + milliseconds.length, 0);
    return answers / outcome.seconds;
  }

  async close(): Promise<void> {
    await Promise.all([this.#asking.close(), this.#background.close()]);
    await this.server.close();
  }

  async #run({ measured, background, during }: PhaseTraffic): Promise<[Outcome, Outcome | undefined]> {
    const over = during === undefined ? setTimeout(this.seconds * 1000) : during();
    const [outcome, other] = await Promise.all([
      this.#asking.run(measured, over),
      background && this.#background.run(background, over),
      over,
    ]);
    return [outcome, other];
  }
}
