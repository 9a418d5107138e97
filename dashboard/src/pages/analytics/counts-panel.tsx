import { Button, Group } from '@mantine/core';
import { IconDownload, IconTable } from '@tabler/icons-react';
import type { AnalyticsCount, AnalyticsCounts } from '../../api/types.ts';
import { useAddressFlag } from '../../parts/address-state.ts';
import { Panel } from '../../parts/panel.tsx';
import { useEngineName } from '../../session.ts';
import styles from './analytics.module.css';
import { Chart } from './chart.tsx';
import { CountsTable } from './counts-table.tsx';
import { downloadCounts } from './csv-download.ts';
import type { View } from './view.ts';

const HOUR = 3_600_000;
const NAMES = {
  day: new Intl.DateTimeFormat('en', { timeZone: 'UTC', month: 'short', day: 'numeric' }),
  hour: new Intl.DateTimeFormat('en', {
    timeZone: 'UTC',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }),
};

interface Props {
  readonly view: View;
  readonly data: AnalyticsCounts;
  /** Whether these are the counts of another period, until the new ones have loaded. */
  readonly old: boolean;
}

/** Searches and clicks over time: a chart and its table, which is always there for screen readers. */
export function CountsPanel({ view, data, old }: Props) {
  const engine = useEngineName();
  const [table, showTable] = useAddressFlag('table');
  const past = data.results.filter(({ from }) => Date.parse(from) <= Date.now());
  const [first] = past;
  // Not that of the view, which may be newer than the data.
  const isHourly = first !== undefined && Date.parse(first.to) - Date.parse(first.from) <= HOUR;
  const interval = isHourly ? 'hour' : 'day';
  const nameOf = ({ from }: AnalyticsCount): string => NAMES[interval].format(Date.parse(from));
  const values = <CountsTable counts={past} unit={interval === 'day' ? 'Day' : 'Hour'} nameOf={nameOf} />;
  const { from, to } = view.period;
  return (
    <Panel
      title={`Queries and clicks by ${interval}`}
      intro={`${interval === 'day' ? 'Days' : 'Hours'} are in UTC. Searches and clicks are kept for ${data.kept_days} days.`}
      flush={table}
      actions={
        <Group gap="xs">
          <Button
            size="sm"
            variant="default"
            aria-pressed={table}
            leftSection={<IconTable size={16} stroke={1.6} />}
            onClick={() => showTable(!table)}
          >
            Table
          </Button>
          <Button
            size="sm"
            variant="default"
            aria-label="Download queries and clicks over time as CSV"
            leftSection={<IconDownload size={16} stroke={1.6} />}
            onClick={() => downloadCounts(`${engine}-over-time-${from}-${to}`, past)}
          >
            CSV
          </Button>
        </Group>
      }
    >
      <div className={old ? styles.old : undefined}>
        {table ? (
          values
        ) : (
          <>
            <Chart
              label={`Queries and clicks by ${interval}; the values are in the table below.`}
              points={past.map(nameOf)}
              series={[
                { name: 'Queries', values: past.map(({ queries }) => queries) },
                { name: 'Without results', values: past.map(({ without_results }) => without_results) },
                { name: 'Clicks', values: past.map(({ clicks }) => clicks) },
              ]}
            />
            <div className={styles.unseen}>{values}</div>
          </>
        )}
      </div>
    </Panel>
  );
}
