import { Table } from '@mantine/core';
import type { Column } from '../../imports/column.ts';
import type { Preview } from '../../imports/preview.ts';
import { Panel } from '../../parts/panel.tsx';
import type { Schema } from './browsing.ts';
import { FieldTypeMark } from './field-type-mark.tsx';
import styles from './import.module.css';
import { inOneLine } from './shown-value.ts';

interface Props {
  readonly preview: Preview;
  readonly columns: readonly Column[];
  readonly schema: Schema;
}

const SHOWN = 5;
/** Longest text without line breaks, in characters. */
const SHORT = 36;

/** The first documents as they will be imported. */
export function SampleTable({ preview, columns, schema }: Props) {
  const shown = columns.map((column, index) => ({ column, index })).filter(({ column }) => column.imported);
  const rows = Array.from({ length: Math.min(SHOWN, preview.sampled) }, (_, row) => row);
  return (
    <Panel title={rows.length === 1 ? 'Document' : `First ${rows.length} documents`} flush>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: scrollable regions must be keyboard accessible. */}
      <section className={styles.sample} tabIndex={0} aria-label="First documents">
        <Table>
          <Table.Thead>
            <Table.Tr>
              {shown.map(({ column, index }) => (
                <Table.Th key={index}>
                  <span className={styles.heading}>{column.target}</span>
                  {column.target !== 'id' && <FieldTypeMark type={schema[column.target] ?? column.type} />}
                </Table.Th>
              ))}
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {rows.map((row) => (
              <Table.Tr key={row}>
                {shown.map(({ index }) => {
                  const text = inOneLine(preview.fields[index]?.values[row]);
                  return (
                    <Table.Td key={index}>
                      <div className={text.length > SHORT ? styles.cell : styles.short} dir="auto">
                        {text}
                      </div>
                    </Table.Td>
                  );
                })}
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      </section>
    </Panel>
  );
}
