import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import styles from './value-table.module.css';

interface Props {
  /** The second column: values, or the server's messages, which contain the value. */
  readonly shows: 'value' | 'reason';
  readonly rows: ReadonlyArray<{ readonly document: string; readonly text: string }>;
  /** Accessible name. */
  readonly label: string;
}

const HEADS = { value: 'Value', reason: 'Reason' } as const;

/** Untrusted texts with their documents, rendered as text and isolated for bidi. */
export function ValueTable({ shows, rows, label }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  return (
    <table className={styles.table} aria-label={label}>
      <thead>
        <tr>
          <th>Document</th>
          <th>{HEADS[shows]}</th>
        </tr>
      </thead>
      <tbody>
        {rows.map(({ document, text }, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: a document may occur twice, and the list never changes.
          <tr key={at}>
            <td>
              <Anchor component={Link} href={documentPage(account.id, engine, document)} size="sm">
                <bdi>{document}</bdi>
              </Anchor>
            </td>
            <td>
              <bdi className={styles[shows]}>{text === '' ? '(empty string)' : text}</bdi>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
