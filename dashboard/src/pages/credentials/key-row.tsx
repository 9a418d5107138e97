import { ActionIcon, Group, Table, Text, Tooltip } from '@mantine/core';
import { IconPencil, IconRefresh, IconTrash } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { SecretField } from '../../parts/secret-field.tsx';
import { type Key, kindName, modeOf } from './key.ts';
import styles from './key-table.module.css';
import { KeyUsage } from './key-usage.tsx';
import { Scope } from './scope.tsx';

interface Props {
  readonly shown: Key;
  /** Names of existing engines. */
  readonly engines: readonly string[];
  readonly on: KeyActions;
}

/** What can be done with a key, by its name. */
export interface KeyActions {
  readonly edit: (name: string) => void;
  readonly rotate: (name: string) => void;
  readonly delete: (name: string) => void;
}

export function KeyRow({ shown, engines, on }: Props) {
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
        {shown.description !== undefined && (
          <Text size="xs" mt={2}>
            <bdi>{shown.description}</bdi>
          </Text>
        )}
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
      <Table.Td className={styles.use}>
        <KeyUsage of={shown} />
      </Table.Td>
      <Table.Td className={styles.actions}>
        <Group gap={2} wrap="nowrap" justify="flex-end">
          <Action label={`Edit ${name}`} onClick={() => on.edit(name)}>
            <IconPencil size={16} stroke={1.6} />
          </Action>
          <Action label={`Rotate ${name}`} onClick={() => on.rotate(name)}>
            <IconRefresh size={16} stroke={1.6} />
          </Action>
          <Action label={`Delete ${name}`} onClick={() => on.delete(name)}>
            <IconTrash size={16} stroke={1.6} />
          </Action>
        </Group>
      </Table.Td>
    </Table.Tr>
  );
}

interface ActionProps {
  /** The action and the name of the key. */
  readonly label: string;
  readonly onClick: () => void;
  readonly children: ReactNode;
}

const Action = ({ label, onClick, children }: ActionProps) => (
  <Tooltip label={label.split(' ', 1)[0]}>
    <ActionIcon variant="subtle" color="gray" aria-label={label} onClick={onClick}>
      {children}
    </ActionIcon>
  </Tooltip>
);
