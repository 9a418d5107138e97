import type { AnalyticsCount } from '../../api/types.ts';
import { number } from '../../parts/numbers.ts';
import { Stat, Stats } from '../../parts/stat.tsx';

const percent = new Intl.NumberFormat('en', { style: 'percent', maximumFractionDigits: 1 });

/** The sums of the period. */
export function Totals({ counts }: { readonly counts: readonly AnalyticsCount[] }) {
  const sum = (name: 'queries' | 'without_results' | 'clicks'): number =>
    counts.reduce((total, count) => total + count[name], 0);
  const queries = sum('queries');
  const misses = sum('without_results');
  return (
    <Stats>
      <Stat label="Queries">{number(queries)}</Stat>
      <Stat
        label="Queries without results"
        {...(queries > 0 && { note: `${percent.format(misses / queries)} of all queries` })}
      >
        {number(misses)}
      </Stat>
      <Stat label="Clicks">{number(sum('clicks'))}</Stat>
    </Stats>
  );
}
