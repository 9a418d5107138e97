import { Button } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useCallback } from 'react';
import { routeOf } from '../../addresses.ts';
import { useEngineOverview } from '../../frame/engine-overview.ts';
import { EnginePage } from '../../frame/engine-page.tsx';
import { usePageAction } from '../../frame/page-actions.ts';
import { useAddressFlag } from '../../parts/address-state.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { TypeConflicts } from '../meta-engines/type-conflicts.tsx';
import { AddField } from './add-field.tsx';
import { FailureCallout } from './failure-callout.tsx';
import { FieldTable } from './field-table.tsx';
import { useJobReport } from './job-report.ts';
import { NoFields } from './no-fields.tsx';
import { PendingBar } from './pending-bar.tsx';
import { usePendingTypes } from './pending-types.ts';
import { ReindexProgress } from './reindex-progress.tsx';
import { ReviewChange } from './review-change.tsx';
import { UnconfirmedCallout } from './unconfirmed-callout.tsx';

/** Refetch interval in milliseconds: documents add fields, and others change types. */
const WHILE_REINDEXING = 400;
const OTHERWISE = 5_000;

export function SchemaPage() {
  const account = useAccount();
  const name = useEngineName();
  const engine = useEngineOverview({
    every: (seen) => (seen?.reindexing ? WHILE_REINDEXING : OTHERWISE),
  });
  const [adding, setAdding] = useAddressFlag('add');
  const [reviewing, setReviewing] = useAddressFlag('review');
  const pending = usePendingTypes(account.id, engine);
  useJobReport(engine.reindex);
  const mayChange = account.may('editor') && engine.type !== 'meta';
  const add = useCallback(() => setAdding(true), [setAdding]);
  usePageAction('Add a field', add, mayChange);

  const isEmpty = engine.field_count === 0;
  return (
    <EnginePage
      title="Schema"
      intro="The fields of your documents and their types."
      shows={{ path: routeOf.api(account.id, 'engines', name, 'schema') }}
      actions={
        mayChange &&
        !isEmpty && (
          <Button leftSection={<IconPlus size={16} />} onClick={add}>
            Add a field
          </Button>
        )
      }
    >
      {engine.type === 'meta' && <TypeConflicts engine={engine} />}
      <ReindexProgress status={engine.reindex} />
      <UnconfirmedCallout engine={engine} />
      {engine.type !== 'meta' && <FailureCallout engine={engine} />}
      {isEmpty ? (
        <NoFields onAdd={mayChange ? add : undefined} />
      ) : (
        <FieldTable engine={engine} pending={mayChange ? pending : undefined} />
      )}
      {mayChange && (
        <>
          <PendingBar
            pending={pending}
            isReindexing={engine.reindexing}
            onReview={() => setReviewing(true)}
          />
          <AddField opened={adding} engine={engine} onClose={() => setAdding(false)} />
          <ReviewChange
            opened={reviewing}
            engine={engine}
            pending={pending}
            onClose={() => setReviewing(false)}
          />
        </>
      )}
    </EnginePage>
  );
}
