import { Alert, Anchor, Button, Group, Text } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useDeferredValue } from 'react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { EngineOverview } from '../../api/types.ts';
import { IconAlertTriangle } from '../../frame/icons.ts';
import { focusTitle } from '../../parts/focus-title.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount } from '../../session.ts';
import { useDismissedJob } from './dismissed-job.ts';
import { failureCountQuery } from './schema-queries.ts';

/**
 * Links to the conversion errors of the last type change. After it is dismissed, a short line remains, because the values are
 * still null. Suspends the page the first time, as its content would move down when the notice appears.
 */
export function FailureCallout({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const [dismissed, dismiss] = useDismissedJob(account.id, engine);
  const lastJob = engine.reindex.last_job?.id;
  const loaded = useDeferredValue(lastJob);
  const { meta } = useSuspenseQuery(failureCountQuery(account.id, engine.name, loaded)).data;
  const { job } = meta;
  const failures = meta.page.total_results;
  if (failures === 0 || job === null || loaded !== lastJob || engine.reindexing) return null;
  const sentence = `${counted(failures, 'value')} could not be converted`;
  const report = `${pageOf.engine(account.id, engine.name, 'schema', 'failures')}?job=${job}`;
  if (dismissed === job) {
    return (
      <Text size="sm" c="dimmed">
        {sentence}.{' '}
        <Anchor component={Link} href={report} size="sm" underline="always">
          View errors
        </Anchor>
      </Text>
    );
  }
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} stroke={1.6} />}
      title={sentence}
      withCloseButton
      closeButtonLabel="Dismiss"
      onClose={() => {
        dismiss(job);
        focusTitle();
      }}
    >
      <Text size="sm">They have been null since the last type change. The original values are kept.</Text>
      <Group mt="sm">
        <Button component={Link} href={report} size="sm" variant="default">
          View errors
        </Button>
      </Group>
    </Alert>
  );
}
