import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import type { Failure } from './schema-queries.ts';
import styles from './value-table.module.css';

interface Props {
  readonly failures: readonly Failure[];
  readonly field: string;
}

/** Documents with the server's words about the value that failed. The words have the value in them. */
export function ReasonTable({ failures, field }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  return (
    <table className={styles.table} aria-label={`Values of ${field} that failed`}>
      <thead>
        <tr>
          <th>Document</th>
          <th>Reason</th>
        </tr>
      </thead>
      <tbody>
        {failures.map(({ document_id: id, reason }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document may stand here twice, and the list never changes.
          <tr key={at}>
            <td>
              <Anchor component={Link} href={documentPage(account.id, engine, id)} size="sm">
                <bdi>{id}</bdi>
              </Anchor>
            </td>
            <td>
              <bdi className={styles.reason}>{reason}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
