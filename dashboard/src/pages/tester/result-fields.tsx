import type { FieldType } from '../../api/types.ts';
import { FieldTypeIcon } from '../schema/field-type.tsx';
import { ResultValue } from './result-value.tsx';
import type { Result } from './search-answer.ts';
import styles from './tester.module.css';

interface Props {
  readonly id: string;
  readonly result: Result;
  readonly schema: Readonly<Record<string, FieldType>>;
}

/** All fields of a result with their types, in the order of the schema. */
export function ResultFields({ id, result, schema }: Props) {
  const fields = Object.entries(schema).filter(([name]) => Object.hasOwn(result, name));
  return (
    <dl className={styles.fields} id={id}>
      {fields.map(([name, type]) => (
        <div key={name} className={styles.field}>
          <dt className={styles.fieldName} title={type}>
            <FieldTypeIcon type={type} />
            <span>
              {name}
              <span className={styles.hidden}>, {type}</span>
            </span>
          </dt>
          <dd className={styles.fieldValue}>
            <ResultValue field={result[name] ?? {}} />
          </dd>
        </div>
      ))}
    </dl>
  );
}
