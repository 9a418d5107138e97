import { Button, SegmentedControl } from '@mantine/core';
import { IconBrowser } from '@tabler/icons-react';
import { lazy, Suspense } from 'react';
import { Link } from 'wouter';
import { pageOf, routeOf } from '../../addresses.ts';
import type { EngineOverview } from '../../api/types.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressState } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { ChoicePanel } from './choice-panel.tsx';
import { PreviewFrame } from './preview-frame.tsx';
import { useChoices } from './use-choices.ts';

/** Loaded on demand, as few people need the code. */
const CodePanel = lazy(() => import('./code-panel.tsx').then(({ CodePanel }) => ({ default: CodePanel })));

const VIEWS = [
  { value: 'page', label: 'Preview' },
  { value: 'code', label: 'Code' },
];

/** The page begins by itself when the first documents arrive. */
const untilFirstDocument = (engine: EngineOverview | undefined): number | false =>
  engine?.document_count === 0 ? 2_000 : false;

export function PreviewPage() {
  const account = useAccount();
  const name = useEngineName();
  const engine = useEngineOverview({ every: untilFirstDocument });
  return (
    <EnginePage
      title="Preview"
      intro="A search page for this engine: choose what it shows, try it, and get the code. Searches here are not recorded in analytics."
      shows={{
        method: 'POST',
        path: routeOf.api(account.id, 'engines', name, 'search'),
        body: { query: '', record_analytics: false },
      }}
    >
      {engine.document_count === 0 ? <NothingToShow engine={name} /> : <Workbench engine={engine} />}
    </EnginePage>
  );
}

function Workbench({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const [choices, change] = useChoices(account.id, engine);
  const [view, setView] = useAddressState('view', 'page');
  return (
    <>
      <ChoicePanel choices={choices} schema={engine.schema} onChange={change} />
      <div>
        <SegmentedControl
          aria-label="View"
          data={VIEWS}
          value={view === 'code' ? 'code' : 'page'}
          onChange={setView}
        />
      </div>
      {view === 'code' ? (
        <Suspense fallback={<PageSkeleton />}>
          <CodePanel engine={engine} choices={choices} />
        </Suspense>
      ) : (
        <PreviewFrame engine={engine.name} choices={choices} />
      )}
    </>
  );
}

function NothingToShow({ engine }: { readonly engine: string }) {
  const account = useAccount();
  return (
    <EmptyState
      icon={IconBrowser}
      title="Nothing to search yet"
      actions={
        <Button component={Link} href={pageOf.engine(account.id, engine, 'documents')}>
          Go to documents
        </Button>
      }
    >
      {account.may('editor')
        ? 'Add documents first, then choose which fields the search page shows.'
        : 'You can try a search page here when an editor has added documents.'}
    </EmptyState>
  );
}
