import { Button, Menu } from '@mantine/core';
import { IconColumns3 } from '@tabler/icons-react';
import { FieldTypeIcon } from '../schema/field-type.tsx';
import type { Schema } from './browsing.ts';
import styles from './documents.module.css';
import { defaultColumns, MOST_COLUMNS } from './list-columns.ts';

interface Props {
  readonly schema: Schema;
  readonly columns: readonly string[];
  readonly onChange: (columns: readonly string[]) => void;
}

/** A menu of the fields that can be columns. A new column is added at the end. */
export function ChooseColumns({ schema, columns, onChange }: Props) {
  const isFull = columns.length >= MOST_COLUMNS;
  return (
    <Menu position="bottom-end" shadow="md" width={260}>
      <Menu.Target>
        <Button variant="default" size="xs" leftSection={<IconColumns3 size={15} stroke={1.6} />}>
          Columns
        </Button>
      </Menu.Target>
      <Menu.Dropdown className={styles.menu}>
        {isFull && <Menu.Label>At most {MOST_COLUMNS} columns</Menu.Label>}
        {Object.entries(schema).map(([field, type]) => {
          const isShown = columns.includes(field);
          return (
            <Menu.CheckboxItem
              key={field}
              checked={isShown}
              disabled={isFull && !isShown}
              rightSection={<FieldTypeIcon type={type} />}
              onChange={(checked) =>
                onChange(checked ? [...columns, field] : columns.filter((name) => name !== field))
              }
            >
              <span className={styles.fieldName}>{field}</span>
            </Menu.CheckboxItem>
          );
        })}
        <Menu.Divider />
        <Menu.Item onClick={() => onChange(defaultColumns(schema))}>Default columns</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
