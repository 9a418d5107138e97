import type { ReactNode } from 'react';
import type { NodesFacts, OperationsReport } from '../../api/types.ts';
import { Facts } from '../../parts/facts.tsx';
import { counted, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { duration, exactTime } from '../../parts/time.ts';

const STORES = { sqlite: 'SQLite, in the data folder', postgresql: 'PostgreSQL' };
const INDEXES = { embedded: 'In this process', opensearch: 'OpenSearch' };

export function InstancePanel({ report }: { readonly report: OperationsReport }) {
  const { at, started_at: startedAt, main_thread: mainThread, nodes } = report;
  const facts: Record<string, ReactNode> = {
    Findling: report.version,
    'Node.js': report.node_version,
    Uptime: (
      <time dateTime={startedAt} title={`Started ${exactTime(startedAt)}`}>
        {duration((Date.parse(at) - Date.parse(startedAt)) / 1000)}
      </time>
    ),
    Database: STORES[report.store],
    'Search index': INDEXES[report.index],
    'Main thread': `${number(Math.round(100 * mainThread.busy))} % busy in the last ${duration(mainThread.seconds)}`,
    ...(nodes && nodeFacts(nodes)),
  };
  return (
    <Panel title="Instance">
      <Facts facts={facts} />
    </Panel>
  );
}

function nodeFacts({ id, others, engines_behind: engines, seconds_behind: seconds }: NodesFacts) {
  const lag =
    engines === 0 && seconds === 0
      ? 'Up to date'
      : `${counted(engines, 'engine')}, up to ${duration(seconds)} behind`;
  return {
    'This node': <code>{id}</code>,
    'Other nodes':
      others.length === 0
        ? 'None'
        : others.map((node) => (
            <div key={node.id}>
              <code>{node.id}</code> (version {node.version})
            </div>
          )),
    'Changes of other nodes': lag,
  };
}
