import { Badge, Group, Table, Text } from '@mantine/core';
import type { LoggedError } from '../../api/types.ts';
import { CodeBlock } from '../../parts/code-block.tsx';
import { exactTime } from '../../parts/time.ts';
import styles from './operations.module.css';

const LEVELS = {
  warn: { label: 'Warning', color: 'yellow' },
  error: { label: 'Error', color: 'red' },
  fatal: { label: 'Fatal', color: 'red' },
} as const;

/** One entry; its details open with the keyboard and the mouse. */
export function ErrorRow({ error }: { readonly error: LoggedError }) {
  const { at, level, message, request_id: requestId, details } = error;
  const { label, color } = LEVELS[level];
  const time = <time dateTime={at}>{exactTime(at)}</time>;
  return (
    <Table.Tr>
      <Table.Td visibleFrom="sm" className={styles.top}>
        {time}
      </Table.Td>
      <Table.Td>
        <Group gap="xs" wrap="nowrap" align="flex-start">
          <Badge color={color} variant="light" size="sm" tt="none" className={styles.level}>
            {label}
          </Badge>
          <Text size="sm" className={styles.message}>
            {message}
          </Text>
        </Group>
        <Text size="xs" c="dimmed" mt={2} hiddenFrom="sm">
          {time}
        </Text>
        {requestId !== null && (
          <Text size="xs" c="dimmed" mt={2}>
            Request <code>{requestId}</code>
          </Text>
        )}
        {details !== null && (
          <details className={styles.details}>
            <summary>Details</summary>
            <CodeBlock
              code={details}
              label={`details of ${label.toLowerCase()} ${error.id}`}
              wrap
              maxHeight={320}
            />
          </details>
        )}
      </Table.Td>
    </Table.Tr>
  );
}
