import { Table, UnstyledButton, VisuallyHidden } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { FieldType } from '../../api/types.ts';
import { FieldTypeIcon } from '../schema/field-type.tsx';
import styles from './document-list.module.css';

interface Props {
  readonly field: string;
  /** Undefined for the id, which is no field of the schema. */
  readonly type?: FieldType;
  /** The sort order of the list: `year:desc`, or empty. */
  readonly sort: string;
  readonly onSort: (sort: string) => void;
}

/** Widths of columns in pixels; texts share the rest. */
const WIDTHS: Readonly<Partial<Record<FieldType | 'id', number>>> = {
  id: 155,
  number: 110,
  date: 150,
  geolocation: 160,
};
const LEAST_TEXT = 130;

export const leastWidth = (type: FieldType | 'id'): number => WIDTHS[type] ?? LEAST_TEXT;

/** The head of a column. A click sorts in ascending order, the next in descending order, the third as without a sort. */
export function SortHead({ field, type, sort, onSort }: Props) {
  const [sorted, direction] = sort.split(':');
  const isSorted = sorted === field;
  const isDown = isSorted && direction === 'desc';
  const width = WIDTHS[type ?? 'id'];
  const name = (
    <>
      {type !== undefined && <FieldTypeIcon type={type} />}
      <span className={styles.name}>{field}</span>
      {type !== undefined && <VisuallyHidden>, {type}</VisuallyHidden>}
    </>
  );
  const given = { title: field, 'data-type': type, ...(width !== undefined && { w: width }) };
  // Distances need a centre to sort by.
  if (type === 'geolocation') {
    return (
      <Table.Th {...given}>
        <span className={styles.head}>{name}</span>
      </Table.Th>
    );
  }
  const next = !isSorted ? `${field}:asc` : isDown ? '' : `${field}:desc`;
  return (
    <Table.Th {...given} aria-sort={!isSorted ? 'none' : isDown ? 'descending' : 'ascending'}>
      <UnstyledButton className={styles.head} onClick={() => onSort(next)}>
        {name}
        {isSorted &&
          (isDown ? <IconArrowDown size={14} aria-hidden /> : <IconArrowUp size={14} aria-hidden />)}
      </UnstyledButton>
    </Table.Th>
  );
}
