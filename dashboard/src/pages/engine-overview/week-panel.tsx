import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { ErrorBox } from '../../parts/error-box.tsx';
import { number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { analyticsPage, countsQuery } from '../analytics/analytics-queries.ts';
import { viewOf } from '../analytics/view.ts';
import styles from './overview.module.css';

/** Totals of the last 7 days, the default period of Analytics. */
export function WeekPanel() {
  const account = useAccount();
  const engine = useEngineName();
  const view = viewOf(new URLSearchParams(), Date.now());
  const { data, error } = useQuery(countsQuery(account.id, engine, view));
  const sum = (name: 'queries' | 'without_results' | 'clicks'): number =>
    (data?.results ?? []).reduce((total, count) => total + count[name], 0);
  return (
    <Panel
      title="Last 7 days"
      flush
      actions={
        <Anchor component={Link} size="sm" href={analyticsPage(account.id, engine)}>
          View analytics
        </Anchor>
      }
    >
      {data === undefined && error === null && <Skeleton h={72} m="md" />}
      {data === undefined && <ErrorBox error={error} />}
      {data !== undefined && (
        <div className={styles.totals}>
          <Stats>
            <Stat label="Searches">{number(sum('queries'))}</Stat>
            <Stat label="Without results">{number(sum('without_results'))}</Stat>
            <Stat label="Clicks">{number(sum('clicks'))}</Stat>
          </Stats>
        </div>
      )}
      {data?.recorded === false && (
        <Text size="sm" c="dimmed" px="var(--findling-gutter)" py="sm">
          Searches and clicks are not recorded: analytics are turned off.
        </Text>
      )}
    </Panel>
  );
}
