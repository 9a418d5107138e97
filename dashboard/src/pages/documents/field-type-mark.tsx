import { IconCalendar, IconHash, IconLetterCase, IconMapPin } from '@tabler/icons-react';
import type { FieldType } from '../../api/types.ts';
import styles from './documents.module.css';

const ICONS = { text: IconLetterCase, number: IconHash, date: IconCalendar, geolocation: IconMapPin };

/** The type of a field, as icon and name. */
export function FieldTypeMark({ type }: { readonly type: FieldType }) {
  const Icon = ICONS[type];
  return (
    <span className={styles.type}>
      <Icon size={14} stroke={1.6} aria-hidden />
      {type}
    </span>
  );
}
