import { Anchor, Skeleton, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { Panel } from '../../parts/panel.tsx';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { logSettingsQuery } from '../log-settings/log-settings-query.ts';
import { shortPath } from '../logs/log-entry.ts';
import { StatusBadge } from '../logs/status-badge.tsx';
import { latestRequestsQuery } from './latest-requests-query.ts';
import styles from './overview.module.css';

/** The newest entries of the API log. */
export function LatestRequests() {
  const account = useAccount();
  const engine = useEngineName();
  const { data, error } = useQuery(latestRequestsQuery(account.id, engine));
  const isOff = useQuery(logSettingsQuery(account.id)).data?.data.api.enabled === false;
  const logs = pageOf.engine(account.id, engine, 'logs');
  return (
    <Panel
      title="Latest API requests"
      flush
      actions={
        <Anchor component={Link} size="sm" href={logs}>
          View all requests
        </Anchor>
      }
    >
      {data === undefined && error === null && <Skeleton h={72} m="md" />}
      {data === undefined && <ErrorBox error={error} />}
      {(isOff || data?.length === 0) && (
        <Text size="sm" c="dimmed" px="var(--findling-gutter)" pb="md">
          {isOff ? 'API logging is off: new requests are not recorded.' : 'No API requests yet.'}
        </Text>
      )}
      {data !== undefined && data.length > 0 && (
        <ul className={styles.requests}>
          {data.map((entry) => (
            <li key={entry.id}>
              <StatusBadge status={entry.status} />
              <Anchor component={Link} href={`${logs}?entry=${entry.id}`} className={styles.request}>
                <strong>{entry.http_method}</strong> <bdi>{shortPath(entry, engine)}</bdi>
              </Anchor>
              <Text size="xs" c="dimmed" className={styles.when}>
                <RelativeTime at={entry.timestamp} />
              </Text>
            </li>
          ))}
        </ul>
      )}
    </Panel>
  );
}
