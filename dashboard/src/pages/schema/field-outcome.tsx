import { Text } from '@mantine/core';
import type { FieldType } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';
import styles from './field-outcome.module.css';
import { TypeChange } from './field-type.tsx';
import type { FieldForecast } from './schema-queries.ts';
import { ValueTable } from './value-table.tsx';

/** The server's reason for a value, in words for several of them. */
const NOT_OF_TYPE: Readonly<Partial<Record<FieldType, readonly [string, string]>>> = {
  number: ['value is not a number', 'values are not numbers'],
  date: ['value is not a date (RFC 3339)', 'values are not dates (RFC 3339)'],
  geolocation: ['value is not a location', 'values are not locations'],
};

function reasonText(count: number, reason: string, to: FieldType): string {
  const words = /^cannot be parsed as /.test(reason) ? NOT_OF_TYPE[to] : undefined;
  return words === undefined ? `${counted(count, 'value')} ${reason}` : counted(count, ...words);
}

interface Props {
  readonly name: string;
  readonly outcome: FieldForecast;
}

/** The effect of a type change on one field. */
export function FieldOutcome({ name, outcome }: Props) {
  const { from, to, converted, failed, rounded, empty, reasons } = outcome;
  const share = (count: number) => ({ flexGrow: count });
  return (
    <section className={styles.outcome} aria-label={`Effect on ${name}`}>
      <div className={styles.head}>
        <code className={styles.name}>{name}</code>
        <TypeChange from={from} to={to} />
      </div>
      <div className={styles.bar} aria-hidden>
        {converted > 0 && <span className={styles.converted} style={share(converted)} />}
        {failed > 0 && <span className={styles.failed} style={share(failed)} />}
        {empty > 0 && <span className={styles.empty} style={share(empty)} />}
      </div>
      <ul className={styles.counts}>
        <li data-kind="converted">{counted(converted, 'value converts', 'values convert')}</li>
        <li data-kind="failed">{counted(failed, 'value fails', 'values fail')}</li>
        {empty > 0 && (
          <li data-kind="empty">{counted(empty, 'document has no value', 'documents have no value')}</li>
        )}
      </ul>
      {rounded > 0 && (
        <Text size="sm" mt={6}>
          {counted(rounded, 'number exceeds', 'numbers exceed')} the available precision and would be rounded.
        </Text>
      )}
      {reasons.map(({ reason, count, samples }) => (
        <div key={reason} className={styles.reason}>
          <Text size="sm">
            {reasonText(count, reason, to)}
            {count > samples.length && `, for example`}
          </Text>
          <ValueTable
            shows="value"
            rows={samples.map(({ document_id, value }) => ({ document: document_id, text: value }))}
            label={`Values of ${name} that fail`}
          />
        </div>
      ))}
    </section>
  );
}
