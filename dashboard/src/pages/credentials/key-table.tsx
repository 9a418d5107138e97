import { Table, VisuallyHidden } from '@mantine/core';
import { useSuspenseQuery } from '@tanstack/react-query';
import { enginesQuery } from '../../api/queries.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount } from '../../session.ts';
import type { Key } from './key.ts';
import { type KeyActions, KeyRow } from './key-row.tsx';
import styles from './key-table.module.css';

interface Props {
  readonly keys: readonly Key[];
  readonly on: KeyActions;
}

/** On small screens, rows are displayed as cards; the markup stays a table for screen readers. */
export function KeyTable({ keys, on }: Props) {
  const account = useAccount();
  const engines = useSuspenseQuery(enginesQuery(account.id)).data.results.map(({ name }) => name);
  return (
    <Panel title="API keys" flush>
      <Table className={styles.table} aria-label="API keys">
        <Table.Thead className={styles.head}>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th>Key</Table.Th>
            <Table.Th>Engines</Table.Th>
            <Table.Th>Permissions</Table.Th>
            <Table.Th>Use</Table.Th>
            <Table.Th w={132}>
              <VisuallyHidden>Actions</VisuallyHidden>
            </Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {keys.map((key) => (
            <KeyRow key={key.name} shown={key} engines={engines} on={on} />
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
