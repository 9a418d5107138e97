import { IconCalendar, IconHash, IconLetterCase, IconMapPin } from '@tabler/icons-react';
import type { FieldType } from '../../api/types.ts';
import styles from './field-type.module.css';

/** Options for selects, in the order of the documentation. */
export const FIELD_TYPES: readonly FieldType[] = ['text', 'number', 'date', 'geolocation'];

const ICONS = { text: IconLetterCase, number: IconHash, date: IconCalendar, geolocation: IconMapPin };

export function FieldTypeIcon({ type }: { readonly type: FieldType }) {
  const Icon = ICONS[type];
  return <Icon size={16} stroke={1.6} aria-hidden />;
}

/** A type with its icon. */
export const FieldTypeName = ({ type }: { readonly type: FieldType }) => (
  <span className={styles.type}>
    <FieldTypeIcon type={type} />
    {type}
  </span>
);

/** A type change on one line. */
export const TypeChange = ({ from, to }: { readonly from: FieldType; readonly to: FieldType }) => (
  <span className={styles.change}>
    <FieldTypeName type={from} />
    <span aria-hidden>→</span>
    <span className={styles.hidden}>becomes</span>
    <FieldTypeName type={to} />
  </span>
);
