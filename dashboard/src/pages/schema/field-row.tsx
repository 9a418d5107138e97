import { Badge, NativeSelect, Table, Text } from '@mantine/core';
import type { FieldType } from '../../api/types.ts';
import styles from './field-table.module.css';
import { FIELD_TYPES, FieldTypeIcon, FieldTypeName } from './field-type.tsx';
import type { PendingTypes } from './pending-types.ts';

interface Props {
  readonly name: string;
  readonly type: FieldType;
  /** A new field whose type is not confirmed. */
  readonly isFresh: boolean;
  readonly pending: PendingTypes | undefined;
}

/** One field: name, badges and type. */
export function FieldRow({ name, type, isFresh, pending }: Props) {
  const choice = pending?.of(name);
  return (
    <Table.Tr className={choice && styles.changed}>
      <Table.Td>
        <div className={styles.head}>
          <code className={styles.name}>{name}</code>
          {isFresh && (
            <Badge variant="light" color="yellow" size="sm" tt="none">
              unconfirmed
            </Badge>
          )}
          {choice && <span className={styles.note}>currently {type}</span>}
          {choice && choice.from !== type && (
            <Text span size="xs" c="var(--mantine-color-error)">
              changed from {choice.from} by someone else
            </Text>
          )}
        </div>
      </Table.Td>
      <Table.Td>
        {pending === undefined ? (
          <span className={styles.read}>
            <FieldTypeName type={type} />
          </span>
        ) : (
          <NativeSelect
            aria-label={`Type of ${name}`}
            className={styles.select ?? ''}
            data={[...FIELD_TYPES]}
            leftSection={<FieldTypeIcon type={choice?.to ?? type} />}
            value={choice?.to ?? type}
            onChange={(event) => pending.choose(name, event.currentTarget.value as FieldType)}
          />
        )}
      </Table.Td>
    </Table.Tr>
  );
}
