import { Anchor, Checkbox, Table, VisuallyHidden } from '@mantine/core';
import { Fragment } from 'react';
import { Link } from 'wouter';
import { Panel } from '../../parts/panel.tsx';
import { useAccount, useEngineName } from '../../session.ts';
import { documentPage } from './document-address.ts';
import styles from './documents.module.css';
import { inOneLine, linesOf } from './shown-value.ts';

export type Hit = Readonly<Record<string, { readonly raw?: unknown }>> & {
  readonly id: { readonly raw: string };
};

interface Props {
  readonly hits: readonly Hit[];
  readonly fields: readonly string[];
  /** Undefined if nothing can be selected. */
  readonly picked: ReadonlySet<string> | undefined;
  readonly onPick: (ids: ReadonlySet<string>) => void;
}

/** Documents, each with its id and the first of its fields. */
export function DocumentList({ hits, fields, picked, onPick }: Props) {
  const ids = hits.map(({ id }) => id.raw);
  const all = ids.every((id) => picked?.has(id));
  const toggle = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  return (
    <Panel flush>
      <Table highlightOnHover className={styles.table}>
        <Table.Thead>
          <Table.Tr>
            {picked !== undefined && (
              <Table.Th w={44} className={styles.pick}>
                <Checkbox
                  size="xs"
                  aria-label="Select all documents on this page"
                  checked={all}
                  indeterminate={!all && ids.some((id) => picked.has(id))}
                  onChange={() => onPick(all ? new Set() : new Set(ids))}
                />
              </Table.Th>
            )}
            <Table.Th>Document</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {hits.map((hit) => (
            <Table.Tr key={hit.id.raw} data-picked={picked?.has(hit.id.raw) || undefined}>
              {picked !== undefined && (
                <Table.Td className={styles.pick}>
                  <Checkbox
                    size="xs"
                    aria-label={`Select ${hit.id.raw}`}
                    checked={picked.has(hit.id.raw)}
                    onChange={() => toggle(hit.id.raw)}
                  />
                </Table.Td>
              )}
              <Table.Td>
                <Row hit={hit} fields={fields} />
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </Panel>
  );
}

function Row({ hit, fields }: { readonly hit: Hit; readonly fields: readonly string[] }) {
  const account = useAccount();
  const engine = useEngineName();
  const filled = fields.filter((field) => hit[field]?.raw !== undefined && hit[field]?.raw !== null);
  return (
    <>
      <Anchor
        component={Link}
        href={documentPage(account.id, engine, hit.id.raw)}
        size="sm"
        fw={550}
        className={styles.id}
        dir="auto"
      >
        {hit.id.raw}
      </Anchor>
      <div className={styles.summary}>
        {filled.map((field) => (
          <Fragment key={field}>
            <Member name={field} value={hit[field]?.raw} />{' '}
          </Fragment>
        ))}
      </div>
    </>
  );
}

/** Values up to this length stay on one line. */
const SHORT = 30;

function Member({ name, value }: { readonly name: string; readonly value: unknown }) {
  return (
    <span className={styles.member} data-short={inOneLine(value).length <= SHORT || undefined}>
      <span className={styles.name}>{name}</span>
      <VisuallyHidden>: </VisuallyHidden>
      {linesOf(value).map((item, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: the values of a field have no other key.
        <span key={index}>
          {index === 0 ? '\u00a0' : ', '}
          <bdi>{inOneLine(item)}</bdi>
        </span>
      ))}
    </span>
  );
}
