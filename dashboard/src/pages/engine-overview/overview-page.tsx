import { Text } from '@mantine/core';
import { routeOf } from '../../addresses.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { SourceEngines } from '../meta-engines/source-engines.tsx';
import { Access } from './access.tsx';
import { DeletePanel } from './delete-panel.tsx';
import { EngineFacts } from './engine-facts.tsx';
import { FieldList } from './field-list.tsx';
import { FirstDocuments } from './first-documents.tsx';
import { HealthPanel } from './health-panel.tsx';
import { LatestRequests } from './latest-requests.tsx';
import styles from './overview.module.css';
import { ReindexPanel } from './reindex-panel.tsx';
import { Snippets } from './snippets.tsx';
import { WeekPanel } from './week-panel.tsx';

/** Refetch interval during a reindex, in milliseconds. */
const WHILE_REINDEXING = 1_000;
const OTHERWISE = 5_000;

export function OverviewPage() {
  const account = useAccount();
  const name = useEngineName();
  const engine = useEngineOverview({
    every: (seen) => (seen?.reindexing ? WHILE_REINDEXING : OTHERWISE),
  });
  const mayChange = account.may('editor');
  const isMeta = engine.type === 'meta';
  const isEmpty = engine.document_count === 0 && !isMeta;
  return (
    <EnginePage title="Overview" shows={{ path: routeOf.api(account.id, 'engines', name) }}>
      <EngineFacts engine={engine} />
      <ReindexPanel status={engine.reindex} />
      {isEmpty && mayChange && <FirstDocuments engine={name} />}
      <HealthPanel engine={engine} />
      <div className={styles.columns}>
        <WeekPanel />
        <LatestRequests />
      </div>
      {isMeta && <SourceEngines engine={engine} />}
      <FieldList engine={engine} />
      <Access />
      <Snippets engine={name} schema={engine.schema} isOpenAtFirst={isEmpty} />
      {mayChange ? (
        <DeletePanel engine={engine} />
      ) : (
        <Text size="sm" c="dimmed">
          As an analyst you can view everything here; editors and owners can change it.
        </Text>
      )}
    </EnginePage>
  );
}
