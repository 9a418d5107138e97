import { ActionIcon, Anchor, Group, Table, Tooltip } from '@mantine/core';
import { IconTrash } from '@tabler/icons-react';
import { Link } from 'wouter';
import { pageOf } from '../../addresses.ts';
import type { EngineItem } from '../../api/types.ts';
import { languageName } from '../../parts/languages.ts';
import { bytes, number } from '../../parts/numbers.ts';
import { RelativeTime } from '../../parts/relative-time.tsx';
import { rowLink } from '../../parts/row-link.ts';
import { useAccount } from '../../session.ts';
import { EngineMarks } from './engine-marks.tsx';
import styles from './engines.module.css';

interface Props {
  readonly engine: EngineItem;
  readonly onDelete: ((name: string) => void) | undefined;
}

/** An engine in the list, with its counts and sizes. */
export function EngineRow({ engine, onDelete }: Props) {
  const account = useAccount();
  const { name } = engine;
  return (
    <Table.Tr {...rowLink}>
      <Table.Td>
        <Group gap="xs">
          <Anchor component={Link} href={pageOf.engine(account.id, name)} fw={550} size="sm">
            {name}
          </Anchor>
          <EngineMarks engine={engine} />
        </Group>
      </Table.Td>
      <Table.Td ta="right">{number(engine.document_count)}</Table.Td>
      <Table.Td ta="right" visibleFrom="sm">
        {number(engine.field_count)}
      </Table.Td>
      <Table.Td ta="right" visibleFrom="sm" className={styles.value}>
        {bytes(engine.document_bytes)}
      </Table.Td>
      <Table.Td visibleFrom="lg">{languageName(engine.language)}</Table.Td>
      <Table.Td visibleFrom="md" className={styles.value}>
        <RelativeTime at={engine.created_at} />
      </Table.Td>
      <Table.Td visibleFrom="sm" className={styles.value}>
        <RelativeTime at={engine.changed_at} />
      </Table.Td>
      {onDelete !== undefined && (
        <Table.Td>
          <Tooltip label="Delete">
            <ActionIcon
              variant="subtle"
              color="gray"
              aria-label={`Delete ${name}`}
              onClick={() => onDelete(name)}
            >
              <IconTrash size={16} stroke={1.6} />
            </ActionIcon>
          </Tooltip>
        </Table.Td>
      )}
    </Table.Tr>
  );
}
