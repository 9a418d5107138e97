import { Anchor, Badge, Button } from '@mantine/core';
import { Link } from 'wouter';
import type { FieldType } from '../../api/types.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import { FieldTypeIcon } from '../schema/field-type.tsx';
import { ResultValue } from './result-value.tsx';
import type { Result } from './test-search.ts';
import styles from './tester.module.css';

interface Props {
  readonly result: Result;
  readonly schema: Readonly<Record<string, FieldType>>;
  readonly onExplain: (id: string) => void;
}

/** A result: score, id, and all fields with their types. */
export function ResultCard({ result, schema, onExplain }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const { id, score } = result._meta;
  // In the order of the schema.
  const fields = Object.entries(schema).filter(([name]) => Object.hasOwn(result, name));
  return (
    <article className={styles.card} aria-label={id}>
      <div className={styles.cardHead}>
        <Anchor component={Link} href={documentPage(account.id, engine, id)} fw={550} size="sm">
          <bdi>{id}</bdi>
        </Anchor>
        {score !== null && (
          <Badge variant="default" size="sm" tt="none" fw={500} className="numbers" title={`Score ${score}`}>
            score {score.toFixed(2)}
          </Badge>
        )}
        <Button
          variant="subtle"
          size="compact-xs"
          aria-label={`Why is this here? ${id}`}
          onClick={() => onExplain(String(result.id?.raw ?? id))}
        >
          Why is this here?
        </Button>
      </div>
      <dl className={styles.fields}>
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
    </article>
  );
}
