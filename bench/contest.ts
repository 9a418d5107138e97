import type { Settings } from './settings.ts';
import { quantile } from './times.ts';

/** What a contestant answered: found so much, in so many milliseconds. */
export interface Answered {
  readonly ms: number;
  readonly total: number;
  readonly counted?: number;
  readonly ids?: readonly string[];
}

/** Somebody who is asked in turn with others. */
export interface Asked<Q> {
  readonly name: string;
  ask(question: Q): Promise<Answered>;
}

export interface Plan<Q> {
  readonly measured: readonly Q[];
  readonly warm: readonly Q[];
  /** Questions asked of each before any is timed. */
  readonly warmUp: number;
  /** How often each measured question is asked. */
  readonly rounds: number;
  /** Seconds after which a contestant takes part in no further round; the first it always does. */
  readonly budget: number;
}

/** How much is asked, by the settings. */
export const pace = ({ warm, rounds, budget }: Settings) => ({ warmUp: warm, rounds, budget });

export interface Figures {
  readonly p50: number;
  readonly p99: number;
  /** Means over all questions. */
  readonly total: number;
  readonly counted: number;
  readonly samples: number;
  /** How many of the first ten are also among ours, on average. */
  readonly overlap: number;
}

/**
 * Asks all contestants the same questions, one after the other and question by question, in an order that goes round:
 * so all of them see the same machine, and none always comes after the same one.
 */
export async function compete<Q>(
  contestants: ReadonlyArray<Asked<Q>>,
  { measured, warm, warmUp, rounds, budget }: Plan<Q>,
): Promise<Map<string, Figures>> {
  await warmUpAll(contestants, warm, warmUp, budget);
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

async function warmUpAll<Q>(
  contestants: ReadonlyArray<Asked<Q>>,
  warm: readonly Q[],
  count: number,
  budget: number,
): Promise<void> {
  const spent = new Map<string, number>();
  for (let i = 0; i < count; i++) {
    for (const contestant of contestants) {
      const sofar = spent.get(contestant.name) ?? 0;
      if (sofar > budget * 1000) continue;
      const { ms } = await contestant.ask(warm[i % warm.length] as Q);
      spent.set(contestant.name, sofar + ms);
    }
  }
}

/** What was found is the same in every round, so the first `questions` answers tell it. */
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
