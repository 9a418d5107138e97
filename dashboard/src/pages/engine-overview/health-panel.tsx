import { Group, Skeleton, Text } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import type { EngineOverview } from '../../api/types.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { useAccount } from '../../session.ts';
import { useDismissedJob } from '../schema/dismissed-job.ts';
import { FindingRow } from './finding-row.tsx';
import { findingsOf } from './findings.ts';
import { healthQuery } from './health-query.ts';
import styles from './overview.module.css';

/** What may need attention, or that nothing does. */
export function HealthPanel({ engine }: { readonly engine: EngineOverview }) {
  const account = useAccount();
  const [dismissed] = useDismissedJob(account.id, engine);
  const { data, error } = useQuery(healthQuery(account.id, engine));
  const findings = data && findingsOf(data, { engine: engine.name, dismissed });
  return (
    <Panel title="Health">
      {findings === undefined && error === null && <Skeleton h={24} maw={320} />}
      {findings === undefined && <ErrorBox error={error} />}
      {findings?.every(({ kind }) => kind !== 'problem') && (
        <Group gap={10} wrap="nowrap">
          <IconCircleCheck size={18} stroke={1.6} className={styles.calm} aria-hidden />
          <Text size="sm">No problems found</Text>
        </Group>
      )}
      {findings !== undefined && findings.length > 0 && (
        <ul className={styles.findings}>
          {findings.map((finding) => (
            <FindingRow key={finding.id} finding={finding} />
          ))}
        </ul>
      )}
    </Panel>
  );
}
