import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import styles from './value-table.module.css';

interface Props {
  readonly values: ReadonlyArray<{ readonly document_id: string; readonly value: string }>;
  /** For screen readers: what these values are. */
  readonly label: string;
}

/** Values with the documents they are from. They come from strangers: shown as text, each on its own. */
export function ValueTable({ values, label }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th>Document</th>
          <th>Value</th>
        </tr>
      </thead>
      <tbody>
        {values.map(({ document_id: id, value }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document may stand here twice, and the list never changes.
          <tr key={at}>
            <td>
              <Anchor component={Link} href={documentPage(account.id, engine, id)} size="sm">
                <bdi>{id}</bdi>
              </Anchor>
            </td>
            <td>
              <bdi className={styles.value}>{value === '' ? '(empty text)' : value}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
