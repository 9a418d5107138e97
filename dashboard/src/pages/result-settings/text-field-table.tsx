import { Table } from '@mantine/core';
import { Panel } from '../../parts/panel.tsx';
import type { FieldTableProps } from './field-table-props.ts';
import { partsOf, withParts } from './result-parts.ts';
import styles from './result-settings.module.css';
import { TextFieldRow } from './text-field-row.tsx';

/** The text fields and what results have of them. */
export const TextFieldTable = ({ names, editor, sizes }: FieldTableProps) => (
  <Panel
    title="Text fields"
    intro="Raw is the text itself. A snippet is a part of it with highlighted matches; with a fallback it is the beginning of the text where nothing matches."
    flush
  >
    <Table className={styles.table} horizontalSpacing="sm">
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th>Raw, size</Table.Th>
          <Table.Th>Snippet, size</Table.Th>
          <Table.Th>Fallback</Table.Th>
          <Table.Th className={styles.bytes}>Per result</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => (
          <TextFieldRow
            key={name}
            name={name}
            parts={partsOf(editor.value.result_fields, name)}
            size={sizes?.get(name)}
            onChange={(parts, part) =>
              editor.edit(
                { result_fields: withParts(editor.value.result_fields, name, parts) },
                `${part} ${name}`,
              )
            }
          />
        ))}
      </Table.Tbody>
    </Table>
  </Panel>
);
