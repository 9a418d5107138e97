import { Anchor, Table, Text } from '@mantine/core';
import { Link } from 'wouter';
import { Panel } from '../../parts/panel.tsx';
import { exactTime } from '../../parts/time.ts';
import { useEngineName } from '../../session.ts';
import { keyTypeName, type LogEntry, shortPath } from './log-entry.ts';
import styles from './logs.module.css';
import { milliseconds } from './milliseconds.ts';
import { StatusBadge } from './status-badge.tsx';

interface Props {
  readonly entries: readonly LogEntry[];
  /** Whether other entries are being loaded. */
  readonly isOld: boolean;
  readonly hrefOf: (entry: LogEntry) => string;
}

export const LogTable = ({ entries, isOld, hrefOf }: Props) => (
  <Panel flush>
    <Table className={isOld ? `${styles.table} ${styles.old}` : styles.table} aria-label="API requests">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w={84}>Status</Table.Th>
          <Table.Th>Request</Table.Th>
          <Table.Th visibleFrom="md" w={190}>
            Key
          </Table.Th>
          <Table.Th visibleFrom="sm" w={110} ta="right">
            Duration
          </Table.Th>
          <Table.Th visibleFrom="sm" w={240}>
            Time
          </Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {entries.map((entry) => (
          <Row key={entry.id} entry={entry} href={hrefOf(entry)} />
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);

function Row({ entry, href }: { readonly entry: LogEntry; readonly href: string }) {
  const engine = useEngineName();
  const time = <time dateTime={entry.timestamp}>{exactTime(entry.timestamp)}</time>;
  return (
    <Table.Tr>
      <Table.Td>
        <StatusBadge status={entry.status} />
      </Table.Td>
      <Table.Td>
        <Anchor component={Link} href={href} className={styles.request}>
          <strong>{entry.http_method}</strong> <bdi>{shortPath(entry, engine)}</bdi>
        </Anchor>
        <Text size="xs" c="dimmed" hiddenFrom="sm">
          {time}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="md">
        <Text size="sm">{entry.key_name}</Text>
        <Text size="xs" c="dimmed">
          {keyTypeName(entry.key_type)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm" ta="right">
        <Text size="sm" span>
          {milliseconds(entry.duration_ms)}
        </Text>
      </Table.Td>
      <Table.Td visibleFrom="sm">
        <Text size="sm" span>
          {time}
        </Text>
      </Table.Td>
    </Table.Tr>
  );
}
