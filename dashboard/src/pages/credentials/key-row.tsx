import { ActionIcon, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconTrash } from '@tabler/icons-react';
import { SecretField } from '../../parts/secret-field.tsx';
import { type Key, kindName, modeOf } from './key.ts';
import styles from './key-table.module.css';
import { Scope } from './scope.tsx';

interface Props {
  readonly shown: Key;
  /** Names of existing engines. */
  readonly engines: readonly string[];
  readonly onEdit: (name: string) => void;
  readonly onDelete: (name: string) => void;
}

export function KeyRow({ shown, engines, onEdit, onDelete }: Props) {
  const { name, type } = shown;
  return (
    <Table.Tr className={styles.row}>
      <Table.Td className={styles.name}>
        <Text size="sm" fw={550}>
          {name}
        </Text>
        <Text size="xs" c="dimmed">
          {kindName(type)}
        </Text>
      </Table.Td>
      <Table.Td className={styles.value}>
        <SecretField value={shown.key} label={`value of ${name}`} />
      </Table.Td>
      <Table.Td className={styles.scope}>
        <Scope of={shown} engines={engines} />
      </Table.Td>
      <Table.Td className={styles.mode}>
        <Text size="sm">{modeOf(shown)}</Text>
      </Table.Td>
      <Table.Td className={styles.actions}>
        <Group gap={2} wrap="nowrap" justify="flex-end">
          {type !== 'admin' && (
            <Tooltip label="Edit">
              <ActionIcon
                variant="subtle"
                color="gray"
                aria-label={`Edit ${name}`}
                onClick={() => onEdit(name)}
              >
                <IconPencil size={16} stroke={1.6} />
              </ActionIcon>
            </Tooltip>
          )}
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
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}
