import { Checkbox, Table } from '@mantine/core';
import { bytes } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import { own } from '../../search-settings/json-value.ts';
import type { Schema } from '../../search-settings/settings.ts';
import { FieldTypeIcon } from '../schema/field-type.tsx';
import type { FieldTableProps } from './field-table-props.ts';
import { partsOf, withParts } from './result-parts.ts';
import styles from './result-settings.module.css';

/** Numbers, dates and geolocations, which are returned as they are or not at all. */
export const OtherFieldTable = ({
  names,
  schema,
  editor,
  sizes,
}: FieldTableProps & { readonly schema: Schema }) => (
  <Panel title="Other fields" intro="Numbers, dates and geolocations have no snippets." flush>
    <Table className={styles.table}>
      <Table.Thead>
        <Table.Tr>
          <Table.Th>Field</Table.Th>
          <Table.Th w={90}>Raw</Table.Th>
          <Table.Th className={styles.bytes}>Per result</Table.Th>
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {names.map((name) => {
          const fields = editor.value.result_fields;
          const parts = partsOf(fields, name);
          const type = own(schema, name);
          const size = sizes?.get(name);
          return (
            <Table.Tr key={name}>
              <Table.Td>
                <span className={styles.type}>
                  {type !== undefined && <FieldTypeIcon type={type} />}
                  <bdi className={styles.name}>{name}</bdi>
                </span>
              </Table.Td>
              <Table.Td data-label="Raw">
                <Checkbox
                  aria-label={`Raw ${name}`}
                  checked={parts.raw}
                  onChange={(event) =>
                    editor.edit(
                      {
                        result_fields: withParts(fields, name, {
                          ...parts,
                          raw: event.currentTarget.checked,
                          // Left from when it was a text field.
                          snippet: false,
                        }),
                      },
                      `raw ${name}`,
                    )
                  }
                />
              </Table.Td>
              <Table.Td data-label="Per result" className={`${styles.bytes} numbers`}>
                {size === undefined ? '' : bytes(size)}
              </Table.Td>
            </Table.Tr>
          );
        })}
      </Table.Tbody>
    </Table>
  </Panel>
);
