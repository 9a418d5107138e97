import { Table, Text } from '@mantine/core';
import { IconLock } from '@tabler/icons-react';
import type { EngineOverview } from '../../api/types.ts';
import { useAddressState } from '../../parts/address-state.ts';
import { FindField } from '../../parts/find-field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { FieldRow } from './field-row.tsx';
import styles from './field-table.module.css';
import type { PendingTypes } from './pending-types.ts';

interface Props {
  readonly engine: EngineOverview;
  /** Undefined for read-only roles. */
  readonly pending: PendingTypes | undefined;
}

/** Minimum number of fields for a search input. */
const MANY = 12;

/** All fields with their types; `id` comes first and cannot be changed. */
export function FieldTable({ engine, pending }: Props) {
  const [find, setFind] = useAddressState('find');
  const fields = Object.entries(engine.schema);
  const shown = fields.filter(([name]) => name.includes(find.trim().toLowerCase()));
  const fresh = new Set(engine.unconfirmed_fields.map(({ name }) => name));
  return (
    <Panel
      title="Fields"
      intro={`${fields.length} of 64 fields`}
      flush
      actions={(fields.length > MANY || find !== '') && <FindField value={find} onChange={setFind} />}
    >
      <Table className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Name</Table.Th>
            <Table.Th className={styles.type}>Type</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {find === '' && (
            <Table.Tr>
              <Table.Td>
                <div className={styles.head}>
                  <code className={styles.name}>id</code>
                  <span className={styles.note}>document ID</span>
                </div>
              </Table.Td>
              <Table.Td>
                <span className={styles.fixed}>
                  <IconLock size={16} stroke={1.6} aria-hidden /> fixed
                </span>
              </Table.Td>
            </Table.Tr>
          )}
          {shown.map(([name, type]) => (
            <FieldRow key={name} name={name} type={type} isFresh={fresh.has(name)} pending={pending} />
          ))}
          {shown.length === 0 && (
            <Table.Tr>
              <Table.Td colSpan={2}>
                <Text size="sm" c="dimmed">
                  No matching fields.
                </Text>
              </Table.Td>
            </Table.Tr>
          )}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}
