import { Button } from '@mantine/core';
import { IconAdjustmentsHorizontal } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { EmptyState } from '../../parts/empty-state.tsx';
import { useAccount, useEngineName } from '../../session.ts';

/** The empty state of an engine without fields. */
export function NothingToTune() {
  const account = useAccount();
  const engine = useEngineName();
  return (
    <EmptyState
      icon={IconAdjustmentsHorizontal}
      title="Nothing to tune yet"
      actions={
        <Button component={Link} href={pageOf.engine(account.id, engine, 'documents')}>
          Go to documents
        </Button>
      }
    >
      Add documents first. Their fields then appear here.
    </EmptyState>
  );
}
