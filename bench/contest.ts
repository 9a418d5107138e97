import type { Settings } from './settings.ts';
import { quantile } from './times.ts';

/** The response of a contestant: what it found, and its time in milliseconds. */
export interface Answered {
  readonly ms: number;
  readonly total: number;
  readonly counted?: number;
  readonly ids?: readonly string[];
}

/** An engine that takes turns with others. */
export interface Asked<Q> {
  readonly name: string;
  ask(question: Q): Promise<Answered>;
}

export interface Plan<Q> {
  readonly measured: readonly Q[];
  readonly warm: readonly Q[];
  /** Warm-up queries of each contestant. */
  readonly warmUp: number;
  /** How often each timed query is run. */
  readonly rounds: number;
  /** Seconds after which a contestant skips further rounds; it always completes the first. */
  readonly budget: number;
}

/** The number of queries, from the settings. */
export const pace = ({ warm, rounds, budget }: Settings) => ({ warmUp: warm, rounds, budget });

export interface Figures {
  readonly p50: number;
  readonly p99: number;
  /** Means over all queries. */
  readonly total: number;
  readonly counted: number;
  readonly samples: number;
  /** How many of the first ten hits are also among ours, on average. */
  readonly overlap: number;
}

/**
 * Runs the same queries on all contestants, query by query and one contestant after the other, in rotating order: all
 * of them see the same state of the machine, and none always follows the same one.
 */
export async function compete<Q>(
  contestants: ReadonlyArray<Asked<Q>>,
  { measured, warm, warmUp, rounds, budget }: Plan<Q>,
): Promise<Map<string, Figures>> {
  await warmUpAll(contestants, { warm, warmUp, budget });
  const answers = new Map(contestants.map(({ name }) => [name, [] as Answered[]]));
  const spent = new Map<string, number>();
  for (let round = 0; round < rounds; round++) {
    const playing = contestants.filter(({ name }) => (spent.get(name) ?? 0) <= budget * 1000);
    for (const [i, question] of measured.entries()) {
      for (let k = 0; k < playing.length; k++) {
        const contestant = playing[(k + i + round) % playing.length] as Asked<Q>;
        const answer = await contestant.ask(question);
        spent.set(contestant.name, (spent.get(contestant.name) ?? 0) + answer.ms);
        answers.get(contestant.name)?.push(answer);
      }
    }
  }
  const ours = answers.get('ours') ?? [];
  return new Map([...answers].map(([name, own]) => [name, figuresOf(own, ours, measured.length)]));
}

export async function warmUpAll<Q>(
  contestants: ReadonlyArray<Asked<Q>>,
  { warm, warmUp, budget }: Pick<Plan<Q>, 'warm' | 'warmUp' | 'budget'>,
): Promise<void> {
  const spent = new Map<string, number>();
  for (let i = 0; i < warmUp; i++) {
    for (const contestant of contestants) {
      const sofar = spent.get(contestant.name) ?? 0;
      if (sofar > budget * 1000) continue;
      const { ms } = await contestant.ask(warm[i % warm.length] as Q);
      spent.set(contestant.name, sofar + ms);
    }
  }
}

/** Every round finds the same, so the first `questions` responses suffice. */
function figuresOf(answers: readonly Answered[], ours: readonly Answered[], questions: number): Figures {
  const times = answers.map(({ ms }) => ms);
  const first = answers.slice(0, questions);
  return {
    p50: quantile(times, 0.5),
    p99: quantile(times, 0.99),
    total: mean(first.map(({ total }) => total)),
    counted: mean(first.map(({ counted = 0 }) => counted)),
    samples: times.length,
    overlap: mean(first.map(({ ids = [] }, i) => overlapOf(ours[i]?.ids ?? [], ids))),
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

const overlapOf = (ours: readonly string[], theirs: readonly string[]): number =>
  ours.length === 0 ? 1 : theirs.filter((id) => ours.includes(id)).length / ours.length;
