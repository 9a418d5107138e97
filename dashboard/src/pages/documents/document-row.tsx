import { Anchor, Checkbox, Table } from '@mantine/core';
import type { MouseEvent } from 'react';
import { Link, useLocation } from 'wouter';
import { useAccount, useEngineName } from '../../session.ts';
import type { Schema } from './browsing.ts';
import { documentPage } from './document-address.ts';
import { DocumentCell, type HitField } from './document-cell.tsx';
import styles from './document-list.module.css';
import { inOneLine } from './shown-value.ts';

export type Hit = Readonly<Record<string, HitField>> & { readonly id: { readonly raw: string } };

interface Props {
  readonly hit: Hit;
  readonly columns: readonly string[];
  readonly schema: Schema;
  /** The column that names the document. */
  readonly title: string | undefined;
  /** Undefined if nothing can be selected. */
  readonly isPicked: boolean | undefined;
  readonly onToggle: () => void;
}

/** Whether a click opens the document: not on a control, not to select text, not to open another tab. */
function isForRow({ target, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: MouseEvent): boolean {
  if (defaultPrevented || ctrlKey || metaKey || shiftKey || altKey) return false;
  const isOnControl = (target as Element).closest('a, button, input, label') !== null;
  return !isOnControl && getSelection()?.isCollapsed !== false;
}

/** One document: its id as a link, and one value per column. */
export function DocumentRow({ hit, columns, schema, title, isPicked, onToggle }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const [, navigate] = useLocation();
  const id = hit.id.raw;
  const href = documentPage(account.id, engine, id);
  return (
    <Table.Tr
      data-picked={isPicked || undefined}
      className={styles.row}
      onClick={(event: MouseEvent) => isForRow(event) && navigate(href)}
    >
      {isPicked !== undefined && (
        <Table.Td className={styles.pick}>
          <Checkbox size="xs" aria-label={`Select ${id}`} checked={isPicked} onChange={onToggle} />
        </Table.Td>
      )}
      <Table.Td className={styles.cell}>
        <Anchor
          component={Link}
          href={href}
          size="sm"
          fw={550}
          title={id}
          dir="auto"
          className={styles.id ?? ''}
        >
          {id}
        </Anchor>
      </Table.Td>
      {columns.map((field) => {
        const type = schema[field] ?? 'text';
        const raw = hit[field]?.raw;
        const isEmpty = raw === null || raw === undefined;
        return (
          <Table.Td
            key={field}
            className={styles.cell}
            title={isEmpty ? undefined : inOneLine(raw)}
            data-label={field}
            data-type={type}
            data-title={field === title || undefined}
            data-empty={isEmpty || undefined}
          >
            <DocumentCell field={hit[field]} type={type} />
          </Table.Td>
        );
      })}
    </Table.Tr>
  );
}
