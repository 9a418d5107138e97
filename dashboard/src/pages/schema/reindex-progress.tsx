import { Button, Group, Text } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import type { ReindexStatus } from '../../api/types.ts';
import { useAddressFlag } from '../../parts/address-state.ts';
import { Confirm } from '../../parts/confirm.tsx';
import { focusTitle } from '../../parts/focus-title.ts';
import { Panel } from '../../parts/panel.tsx';
import { ProgressLine } from '../../parts/progress-line.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { schemaPath } from './schema-queries.ts';

/** `year → number, made → date`. */
export const inWords = (fields: Readonly<Record<string, string>>): string =>
  Object.entries(fields)
    .map(([name, type]) => `${name} → ${type}`)
    .join(', ');

/** The progress of a reindex, with a cancel button. */
export function ReindexProgress({ status }: { readonly status: ReindexStatus }) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const [cancelling, setCancelling] = useAddressFlag('cancel');
  const { progress } = status;
  const isRunning = status.state === 'reindexing' && progress !== null;
  const end = progress?.estimated_end ?? null;
  useEffect(() => {
    // Close the dialog when the job ends.
    if (cancelling && !isRunning) setCancelling(false);
  }, [cancelling, isRunning, setCancelling]);
  return (
    <>
      {isRunning && (
        <Panel>
          <ProgressLine
            label={`Reindexing: ${inWords(progress.fields)}`}
            done={progress.documents_done}
            total={progress.documents_total}
            unit="documents"
            perSecond={progress.documents_per_second}
            secondsLeft={end === null ? null : (Date.parse(end) - Date.now()) / 1000}
          />
          <Group justify="space-between" mt="sm" gap="xs">
            <Text size="sm" c="dimmed" flex="1 1 16rem">
              Searches use the old types until this finishes. Further type changes are blocked.
            </Text>
            {account.may('editor') && (
              <Button variant="default" size="sm" onClick={() => setCancelling(true)}>
                Cancel change
              </Button>
            )}
          </Group>
        </Panel>
      )}
      <Confirm
        opened={cancelling && isRunning && account.may('editor')}
        title="Cancel this change?"
        button="Cancel change"
        stay="Keep running"
        danger
        confirm={() => call('POST', schemaPath(account.id, engine, 'reindex', 'cancel'))}
        onDone={() => {
          void client.invalidateQueries({ queryKey: engineKey(account.id, engine) });
          focusTitle();
        }}
        onClose={() => setCancelling(false)}
      >
        The previous types are restored, and fields added by this change are removed. No documents are lost.
      </Confirm>
    </>
  );
}
