/** A result of a ranking. */
export interface Ranked {
  readonly id: string;
  readonly title: string;
  readonly score: number | null;
}

export type Movement =
  | { readonly kind: 'same' }
  | { readonly kind: 'new' }
  | { readonly kind: 'up' | 'down'; readonly by: number };

/** A result with its rank in another ranking; ranks start at 1. */
export interface ComparedResult extends Ranked {
  readonly rank: number;
  readonly movement: Movement;
  /** Null if it was not among the results that were read. */
  readonly before: { readonly rank: number; readonly score: number | null } | null;
}

/** A result that is no longer among the first. */
export interface DroppedResult extends Ranked {
  /** Its rank before. */
  readonly rank: number;
  /** Its rank now; null if it is not among the results that were read. */
  readonly now: number | null;
}

export interface RankChanges {
  readonly results: readonly ComparedResult[];
  readonly dropped: readonly DroppedResult[];
}

/** How many results are compared. */
export const FIRST = 10;

/** The first results of a ranking, and how each moved. Both rankings may be longer, to tell where a result came from. */
export function rankChanges(
  before: readonly Ranked[],
  after: readonly Ranked[],
  first: number = FIRST,
): RankChanges {
  const old = ranksOf(before);
  const current = ranksOf(after);
  return {
    results: after.slice(0, first).map((result, at): ComparedResult => {
      const rank = at + 1;
      const was = old.get(result.id);
      return {
        ...result,
        rank,
        movement: was === undefined ? { kind: 'new' } : movementOf(was, rank),
        before: was === undefined ? null : { rank: was, score: before[was - 1]?.score ?? null },
      };
    }),
    dropped: before.slice(0, first).flatMap((result, at) => {
      const now = current.get(result.id) ?? null;
      return now !== null && now <= first ? [] : [{ ...result, rank: at + 1, now }];
    }),
  };
}

const ranksOf = (ranking: readonly Ranked[]): ReadonlyMap<string, number> =>
  new Map(ranking.map(({ id }, at) => [id, at + 1]));

const movementOf = (was: number, rank: number): Movement =>
  was === rank ? { kind: 'same' } : { kind: rank < was ? 'up' : 'down', by: Math.abs(rank - was) };

/** In words: `up 3`. */
export const movementText = (movement: Movement): string =>
  movement.kind === 'up' || movement.kind === 'down' ? `${movement.kind} ${movement.by}` : movement.kind;

/** The changes of one query in a few words. */
export interface ChangeSummary {
  /** How many of the first results before are still among the first. */
  readonly kept: number;
  /** How many first results there were. */
  readonly of: number;
  /** The results that moved furthest. */
  readonly moves: ReadonlyArray<{ readonly id: string; readonly title: string; readonly text: string }>;
}

/** `depth` is the length of the rankings: a result that came from outside moved at least from there. */
export function summaryOf(
  before: readonly Ranked[],
  after: readonly Ranked[],
  { depth, moves = 3 }: { readonly depth: number; readonly moves?: number },
): ChangeSummary {
  const { results, dropped } = rankChanges(before, after);
  const all = [
    ...results.map(({ id, title, rank, movement }) => ({
      id,
      title,
      text: movementText(movement),
      distance: movement.kind === 'new' ? depth + 1 - rank : movement.kind === 'same' ? 0 : movement.by,
    })),
    ...dropped.map(({ id, title, rank, now }) => ({
      id,
      title,
      text: now === null ? 'dropped out' : `down ${now - rank}`,
      distance: (now ?? depth + 1) - rank,
    })),
  ];
  const of = Math.min(FIRST, before.length);
  return {
    kept: of - dropped.length,
    of,
    moves: all
      .filter(({ distance }) => distance > 0)
      .toSorted((x, y) => y.distance - x.distance)
      .slice(0, moves)
      .map(({ id, title, text }) => ({ id, title, text })),
  };
}
