import type { Figures } from './contest.ts';
import type { Row } from './table.ts';

/** If totals differ by more than this share, the queries are not equivalent. */
const SAME_TOTALS = 0.005;

/** Times of one class; peers with other totals are shown, but do not count. */
export function timeRow(
  { level, set, name }: { level: string; set: string; name: string },
  kind: 'p50' | 'p99',
  figures: ReadonlyMap<string, Figures>,
  goals: Readonly<Record<string, number>>,
  { compareTotals = true }: { compareTotals?: boolean } = {},
): Row {
  const ours = figures.get('ours') as Figures;
  const peers: Record<string, number> = {};
  const differing: Record<string, string> = {};
  for (const [peer, theirs] of figures) {
    if (peer === 'ours') continue;
    peers[peer] = theirs[kind];
    if (!compareTotals || Math.abs(theirs.total - ours.total) <= SAME_TOTALS * ours.total) continue;
    differing[peer] = `${theirs.total.toFixed(1)} hits, ours ${ours.total.toFixed(1)}`;
  }
  return {
    level,
    set,
    measure: `${name} ${kind}`,
    unit: 'ms',
    better: 'less',
    ours: ours[kind],
    peers,
    goals,
    ...(Object.keys(differing).length > 0 && { void: differing }),
  };
}
