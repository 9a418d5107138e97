import { getPriority, setPriority } from 'node:os';
import type { Attack, CallerKind } from './attack.ts';
import { type Bounds, type Measurement, measure } from './measurement.ts';
import { Probe, type ProbeReport } from './probe.ts';
import { CONTAINER, Target } from './target.ts';

/** An attack by one caller, `count` times at once. */
export interface Cell {
  readonly attack: Attack;
  readonly caller: CallerKind;
  readonly count: number;
}

/** The numbers of requests at once. */
const COUNTS = [1, 32];

export const cellsOf = (attacks: readonly Attack[]): Cell[] =>
  attacks.flatMap((attack) =>
    attack.callers.flatMap((caller) => (attack.counts ?? COUNTS).map((count) => ({ attack, caller, count }))),
  );

/** Milliseconds of a measurement without an attack. */
const CONTROL = 1000;
/** A probe that was itself later than this, in milliseconds, says nothing about the service. */
const LATE = 50;
const ATTEMPTS = 3;
/** The attackers would run on other machines: they must not take the cores from service and probe. */
const ATTACKERS_PRIORITY = 5;
const SERVICE_PRIORITY = getPriority();

/** Sets the priority of the processes that are started from now on. */
function startAtPriorityOfService(): void {
  try {
    setPriority(SERVICE_PRIORITY);
  } catch {
    // Only root may raise a priority. The service then has that of the attackers.
  }
}

/** A service, its probe, and the attacks on it. */
export class AttackRun {
  readonly target: Target;
  readonly #bounds: Bounds;
  #probe: Probe;
  /** How long the engines took to load, in words. */
  readonly loaded: string;
  /** The probe before the first attack. */
  readonly calm: ProbeReport;
  /** After which measurements the service was started again: it has ended, or a container would have ended it. */
  readonly restarts: Measurement[] = [];

  private constructor(target: Target, probe: Probe, calm: ProbeReport, bounds: Bounds, loaded: string) {
    this.target = target;
    this.calm = calm;
    this.#probe = probe;
    this.#bounds = bounds;
    this.loaded = loaded;
  }

  /** `scale` below 1 makes the engines smaller. */
  static async start(folder: string, bounds: Bounds, scale = 1): Promise<AttackRun> {
    const began = performance.now();
    const target = await Target.start(folder, scale);
    const seconds = (performance.now() - began) / 1000;
    const { now, peak } = target.memory();
    const loaded = `engines loaded in ${seconds.toFixed(0)} s; resident ${now.toFixed(0)} MB, peak ${peak.toFixed(0)} MB`;
    const probe = await Probe.start(target.probeUrl, target.probeKey);
    setPriority(ATTACKERS_PRIORITY);
    await probe.control(CONTROL);
    return new AttackRun(target, probe, await probe.control(3 * CONTROL), bounds, loaded);
  }

  /**
   * Measures an attack. A bound counts as exceeded only if it is exceeded twice and the probe itself was not delayed,
   * because other processes may have had the cores.
   */
  async measure(cell: Cell): Promise<Measurement> {
    let worse: Measurement | undefined;
    let result = await this.#once(cell);
    for (let attempt = 1; attempt < ATTEMPTS && result.failures.length > 0; attempt++) {
      const isSure = !result.hasDied && result.probe.late <= LATE;
      if (result.hasDied || (isSure && worse !== undefined)) break;
      if (isSure) worse = result;
      await this.#probe.control(CONTROL / 2);
      result = await this.#once(cell);
    }
    if (result.failures.length === 0 || worse === undefined || result.hasDied) return result;
    return worse.probe.worst < result.probe.worst ? worse : result;
  }

  async #once({ attack, caller, count }: Cell): Promise<Measurement> {
    if (!this.target.isAlive)
      throw new Error(`The service ended after its last measurement: ${this.target.lastWords}`);
    const result = await measure(this.target, this.#probe, attack, caller, count, this.#bounds);
    // A container would have killed the process.
    if (result.hasDied || result.memory.peak > CONTAINER) {
      this.restarts.push(result);
      await this.#restart();
    }
    return result;
  }

  async #restart(): Promise<void> {
    this.#probe.close();
    startAtPriorityOfService();
    await this.target.restart();
    this.#probe = await Probe.start(this.target.probeUrl, this.target.probeKey);
    setPriority(ATTACKERS_PRIORITY);
    await this.#probe.control(CONTROL);
  }

  /** Measures the probe alone for a while; its worst answer in milliseconds. */
  async control(): Promise<number> {
    return (await this.#probe.control(CONTROL)).worst;
  }

  /** Ends everything and returns what the probe measures after the last attack. */
  async close(): Promise<ProbeReport> {
    const after = await this.#probe.control(3 * CONTROL);
    this.#probe.close();
    await this.target.close();
    return after;
  }
}
