import { Button, Group, Text } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { useLocation } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { useAddressFlag } from '../../parts/address-state.ts';
import { languageName } from '../../parts/languages.ts';
import { bytes, number } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { Stat, Stats } from '../../parts/stat.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { DeleteEngine } from '../engines/delete-engine.tsx';
import { SourceEngines } from '../meta-engines/source-engines.tsx';
import { TypeConflicts } from '../meta-engines/type-conflicts.tsx';
import { Access } from './access.tsx';
import { FieldList } from './field-list.tsx';
import { FirstDocuments } from './first-documents.tsx';
import { ReindexPanel } from './reindex-panel.tsx';
import { Snippets } from './snippets.tsx';

/** Refetch interval during a reindex, in milliseconds. */
const WHILE_REINDEXING = 1_000;
const OTHERWISE = 5_000;

export function OverviewPage() {
  const account = useAccount();
  const name = useEngineName();
  const [, navigate] = useLocation();
  const [deleting, setDeleting] = useAddressFlag('delete');
  const engine = useEngineOverview({
    every: (seen) => (seen?.reindexing ? WHILE_REINDEXING : OTHERWISE),
  });
  const mayChange = account.may('editor');
  const isMeta = engine.type === 'meta';
  return (
    <EnginePage title="Overview" shows={{ path: routeOf.api(account.id, 'engines', name) }}>
      <Stats>
        <Stat label="Documents" note={bytes(engine.document_bytes)}>
          {number(engine.document_count)}
        </Stat>
        <Stat label="Fields">{number(engine.field_count)}</Stat>
        {isMeta ? (
          <Stat label="Source engines" note={engine.source_engines.join(', ')}>
            {number(engine.source_engines.length)}
          </Stat>
        ) : (
          <Stat label="Language">{languageName(engine.language)}</Stat>
        )}
        <Stat
          label="Last change"
          note={
            <>
              created <RelativeTime at={engine.created_at} />
            </>
          }
        >
          <RelativeTime at={engine.changed_at} />
        </Stat>
      </Stats>
      <ReindexPanel status={engine.reindex} />
      {isMeta && (
        <>
          <TypeConflicts engine={engine} />
          <SourceEngines engine={engine} />
        </>
      )}
      {engine.document_count === 0 && mayChange && !isMeta && <FirstDocuments engine={name} />}
      <Access />
      <Snippets engine={name} schema={engine.schema} />
      <FieldList engine={engine} />
      {mayChange && (
        <Panel
          title="Delete this engine"
          intro={
            isMeta
              ? 'Permanently deletes the meta engine. Its source engines and their documents are kept.'
              : 'Permanently deletes the engine and all its documents.'
          }
        >
          <Group>
            <Button
              color="red"
              variant="outline"
              leftSection={<IconTrash size={16} />}
              onClick={() => setDeleting(true)}
            >
              Delete engine
            </Button>
          </Group>
        </Panel>
      )}
      {!mayChange && (
        <Text size="sm" c="dimmed">
          As an analyst you can view everything here; editors and owners can change it.
        </Text>
      )}
      <DeleteEngine
        engine={deleting && mayChange ? name : null}
        onClose={() => setDeleting(false)}
        onDone={() => navigate(pageOf.engines(account.id))}
      />
    </EnginePage>
  );
}
