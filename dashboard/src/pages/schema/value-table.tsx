import { Anchor } from '@mantine/core';
import { Link } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from '../documents/document-address.ts';
import styles from './value-table.module.css';

interface Props {
  /** What stands beside the documents: values of theirs, or the server's words about them, which have the value in them. */
  readonly shows: 'value' | 'reason';
  readonly rows: ReadonlyArray<{ readonly document: string; readonly text: string }>;
  /** For screen readers: what these are. */
  readonly label: string;
}

const HEADS = { value: 'Value', reason: 'Reason' } as const;

/** Texts with the documents they are from. They come from strangers: shown as text, each on its own. */
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
          // biome-ignore lint/suspicious/noArrayIndexKey: a document may stand here twice, and the list never changes.
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
