import { Alert, Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { EngineOverview } from '../../api/types.ts';
import { IconAlertTriangle } from '../../frame/icons.ts';
import { counted } from '../../parts/numbers.ts';
import { useAccount } from '../../session.ts';
import { failureCountQuery } from './schema-queries.ts';

/** Leads to the report of the last change of types, if anything could not be converted. */
export function FailureCallout({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const { data } = useQuery({
    ...failureCountQuery(account.id, engine.name, engine.reindex.last_job?.id),
    enabled: !engine.reindexing,
  });
  const failures = data?.meta.page.total_results ?? 0;
  if (failures === 0 || engine.reindexing) return null;
  return (
    <Alert
      color="red"
      variant="light"
      icon={<IconAlertTriangle size={18} stroke={1.6} />}
      title={`${counted(failures, 'value')} could not be converted`}
    >
      <Text size="sm">They are shown as null since the last change of types. The originals are kept.</Text>
      <Group mt="sm">
        <Button
          component={Link}
          href={`${pageOf.engine(account.id, engine.name, 'schema', 'failures')}?job=${data?.meta.job}`}
          size="sm"
          variant="default"
        >
          See which
        </Button>
      </Group>
    </Alert>
  );
}
