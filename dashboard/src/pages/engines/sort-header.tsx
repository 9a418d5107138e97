import { Table, type TableThProps, UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { EngineOrder, OrderKey } from './engine-order.ts';
import styles from './engines.module.css';

interface Props extends TableThProps {
  readonly column: OrderKey;
  readonly label: string;
  readonly order: EngineOrder;
  readonly onSort: (column: OrderKey) => void;
}

/** A column heading that sorts the table. */
export function SortHeader({ column, label, order, onSort, ...props }: Props) {
  const isSorted = order.key === column;
  const Arrow = order.isDescending ? IconArrowDown : IconArrowUp;
  const direction = order.isDescending ? 'descending' : 'ascending';
  return (
    <Table.Th {...props} aria-sort={isSorted ? direction : 'none'}>
      <UnstyledButton className={styles.sort} onClick={() => onSort(column)}>
        {label}
        {isSorted && <Arrow size={14} stroke={1.8} aria-hidden />}
      </UnstyledButton>
    </Table.Th>
  );
}
