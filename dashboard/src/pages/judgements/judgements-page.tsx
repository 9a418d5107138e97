import { Button, Group, Stack } from '@mantine/core';
import { IconGavel } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { PageSkeleton } from '../../frame/page-skeleton.tsx';
import { useAddressFlag } from '../../parts/address-state.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { DeleteJudgements } from './delete-judgements.tsx';
import { ExportJudgements } from './export-judgements.tsx';
import { ImportJudgements } from './import-judgements.tsx';
import { JudgeByClicks } from './judge-by-clicks.tsx';
import { JudgeQuery } from './judge-query.tsx';
import { JudgedQueryList } from './judged-query-list.tsx';
import { judgementsPath, judgementsQuery } from './judgements-query.ts';

export function JudgementsPage() {
  const account = useAccount();
  const engine = useEngineName();
  // Shows "Not found" if the engine does not exist; stays if it is deleted.
  useEngineOverview({ stay: true });
  const [isImporting, setImporting] = useAddressFlag('import');
  const [isFromClicks, setFromClicks] = useAddressFlag('clicks');
  const [isDeleting, setDeleting] = useAddressFlag('delete');
  const { data, error } = useQuery(judgementsQuery(account.id, engine));
  const judgements = data ?? [];
  const mayChange = account.may('editor');
  return (
    <EnginePage
      title="Judgements"
      shows={{ path: judgementsPath(account.id, engine) }}
      intro="How relevant documents are to queries. With judgements, an evaluation measures how good the results are."
      actions={
        <>
          {judgements.length > 0 && <ExportJudgements />}
          {mayChange && (
            <>
              <Button variant="default" onClick={() => setFromClicks(true)}>
                From clicks
              </Button>
              <Button variant="default" onClick={() => setImporting(true)}>
                Import
              </Button>
            </>
          )}
        </>
      }
    >
      <Stack>
        {mayChange && (
          <Panel title="Judge a query">
            <JudgeQuery />
          </Panel>
        )}
        <ErrorBox error={error} />
        {data === undefined && error === null && <PageSkeleton />}
        {data !== undefined && judgements.length === 0 && (
          <EmptyState icon={IconGavel} title="No judgements yet">
            Grade the results of your most important queries, import a list, or compute judgements from
            clicks.
          </EmptyState>
        )}
        {judgements.length > 0 && <JudgedQueryList judgements={judgements} />}
        {judgements.length > 0 && mayChange && (
          <Group justify="flex-end">
            <Button variant="subtle" color="red" onClick={() => setDeleting(true)}>
              Delete all judgements
            </Button>
          </Group>
        )}
      </Stack>
      <DeleteJudgements
        opened={mayChange && isDeleting && judgements.length > 0}
        count={judgements.length}
        onClose={() => setDeleting(false)}
      />
      <ImportJudgements
        opened={mayChange && isImporting}
        present={judgements}
        onClose={() => setImporting(false)}
      />
      <JudgeByClicks
        opened={mayChange && isFromClicks}
        stored={judgements.filter(({ source }) => source === 'clicks').length}
        onClose={() => setFromClicks(false)}
      />
    </EnginePage>
  );
}
