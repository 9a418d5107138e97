import { median } from './times.ts';

/** A figure of Findling with those of the peers. */
export interface Row {
  readonly level: string;
  /** The set of documents. */
  readonly set: string;
  readonly measure: string;
  readonly unit: string;
  readonly better: 'less' | 'more';
  readonly ours: number;
  readonly peers: Readonly<Record<string, number>>;
  /** How many times better than a peer Findling should be; 0.8 allows 1.25 times worse. */
  readonly goals?: Readonly<Record<string, number>>;
  /** A bound of Findling's own figure. */
  readonly bound?: number;
  /** Peers whose figure cannot be compared, with the reason. */
  readonly void?: Readonly<Record<string, string>>;
  readonly note?: string;
}

/** How many times better Findling is. */
export const ratioOf = ({ ours, better }: Row, peer: number): number =>
  better === 'less' ? peer / ours : ours / peer;

export interface Verdict {
  readonly peer: string;
  readonly ratio: number;
  readonly goal: number | undefined;
  /** Undefined: there is no goal, or the figures cannot be compared. */
  readonly isMet: boolean | undefined;
}

export function verdictsOf(row: Row): Verdict[] {
  return Object.entries(row.peers).map(([peer, figure]) => {
    const ratio = ratioOf(row, figure);
    const goal = row.goals?.[peer];
    const counts = goal !== undefined && row.void?.[peer] === undefined;
    return { peer, ratio, goal, isMet: counts ? ratio >= goal : undefined };
  });
}

export const isWithinBound = ({ ours, better, bound }: Row): boolean | undefined =>
  bound === undefined ? undefined : better === 'less' ? ours <= bound : ours >= bound;

/** The median ratio of several rows to each peer, as a separate row; rows that cannot be compared are left out. */
export function medianRow(
  rows: readonly Row[],
  measure: string,
  goals: Readonly<Record<string, number>>,
): Row | undefined {
  const [first] = rows;
  if (first === undefined) return undefined;
  const ratios: Record<string, number> = {};
  for (const peer of Object.keys(goals)) {
    const counted = rows.filter((row) => row.peers[peer] !== undefined && row.void?.[peer] === undefined);
    if (counted.length > 0) {
      ratios[peer] = median(counted.map((row) => ratioOf(row, row.peers[peer] as number)));
    }
  }
  if (Object.keys(ratios).length === 0) return undefined;
  const { level, set } = first;
  return { level, set, measure, unit: 'times', better: 'less', ours: 1, peers: ratios, goals };
}

const figure = (value: number): string => {
  if (!Number.isFinite(value)) return '-';
  if (value >= 1000) return Math.round(value).toLocaleString('en-US');
  return value >= 100 ? value.toFixed(0) : value >= 10 ? value.toFixed(1) : value.toFixed(value >= 1 ? 2 : 3);
};

/** A table in Markdown: Findling's figure, each peer's with the ratio, the goal and whether it is met. */
export function tableOf(rows: readonly Row[]): string {
  const peers = [...new Set(rows.flatMap((row) => Object.keys(row.peers)))];
  const lines = rows.map((row) => {
    const verdicts = new Map(verdictsOf(row).map((verdict) => [verdict.peer, verdict]));
    const cells = peers.map((peer) => {
      const verdict = verdicts.get(peer);
      return verdict === undefined ? '' : cellOf(row, verdict);
    });
    const bound = isWithinBound(row);
    const own =
      bound === undefined
        ? figure(row.ours)
        : `${figure(row.ours)} [${row.better === 'less' ? 'at most' : 'at least'} ${row.bound}: ${bound ? 'met' : 'NOT MET'}]`;
    return [row.level, row.set, row.measure, row.unit, own, ...cells, row.note ?? ''];
  });
  const head = ['level', 'set', 'measure', 'unit', 'ours', ...peers, 'note'];
  const all = [head, head.map(() => '---'), ...lines];
  return all.map((cells) => `| ${cells.join(' | ')} |`).join('\n');
}

function cellOf(row: Row, { peer, ratio, goal, isMet }: Verdict): string {
  const text = `${figure(row.peers[peer] as number)} (${figure(ratio)}x)`;
  const reason = row.void?.[peer];
  if (reason !== undefined) return `${text} [does not count: ${reason}]`;
  return isMet === undefined ? text : `${text} [${goal}x: ${isMet ? 'met' : 'NOT MET'}]`;
}
