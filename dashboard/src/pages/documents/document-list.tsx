import { Checkbox, Table } from '@mantine/core';
import type { CSSProperties } from 'react';
import { Panel } from '../../parts/panel.tsx';
import type { Schema } from './browsing.ts';
import styles from './document-list.module.css';
import { DocumentRow, type Hit } from './document-row.tsx';
import { titleField } from './list-columns.ts';
import { leastWidth, SortHead } from './sort-head.tsx';

interface Props {
  readonly hits: readonly Hit[];
  readonly columns: readonly string[];
  readonly schema: Schema;
  readonly sort: string;
  readonly onSort: (sort: string) => void;
  /** Undefined if nothing can be selected. */
  readonly picked: ReadonlySet<string> | undefined;
  readonly onPick: (ids: ReadonlySet<string>) => void;
}

/** The width of the checkboxes, as in the style sheet. */
const PICK = 44;

/** A table of documents; on small screens, each row is a card. */
export function DocumentList({ hits, columns, schema, sort, onSort, picked, onPick }: Props) {
  const ids = hits.map(({ id }) => id.raw);
  const all = ids.every((id) => picked?.has(id));
  const title = titleField(schema);
  const types = columns.map((field) => schema[field] ?? 'text');
  const width = types.reduce((sum, type) => sum + leastWidth(type), PICK + leastWidth('id'));
  const toggle = (id: string): void => {
    const next = new Set(picked);
    if (!next.delete(id)) next.add(id);
    onPick(next);
  };
  return (
    <Panel flush>
      <div style={{ '--least-width': `${width}px` } as CSSProperties}>
        <Table
          highlightOnHover
          verticalSpacing={8}
          horizontalSpacing="sm"
          className={styles.table}
          data-pickable={picked !== undefined || undefined}
        >
          <Table.Thead>
            <Table.Tr>
              {picked !== undefined && (
                <Table.Th className={styles.pick}>
                  <Checkbox
                    size="xs"
                    aria-label="Select all documents on this page"
                    label={<span className={styles.pickAll}>Select all</span>}
                    checked={all}
                    indeterminate={!all && ids.some((id) => picked.has(id))}
                    onChange={() => onPick(all ? new Set() : new Set(ids))}
                  />
                </Table.Th>
              )}
              <SortHead field="id" sort={sort} onSort={onSort} />
              {columns.map((field, index) => (
                <SortHead
                  key={field}
                  field={field}
                  type={types[index] ?? 'text'}
                  sort={sort}
                  onSort={onSort}
                />
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {hits.map((hit) => (
              <DocumentRow
                key={hit.id.raw}
                hit={hit}
                columns={columns}
                schema={schema}
                title={title}
                isPicked={picked?.has(hit.id.raw)}
                onToggle={() => toggle(hit.id.raw)}
              />
            ))}
          </Table.Tbody>
        </Table>
      </div>
    </Panel>
  );
}
