import { Button, Checkbox, Group, Table, Text, TextInput } from '@mantine/core';
import type { Column } from '../../imports/column.ts';
import type { Preview, PreviewField } from '../../imports/preview.ts';
import type { Schema } from './browsing.ts';
import { ColumnType } from './column-type.tsx';
import styles from './import.module.css';
import { inOneLine } from './shown-value.ts';

interface Props {
  readonly preview: Preview;
  readonly columns: readonly Column[];
  readonly errors: ReadonlyArray<string | undefined>;
  readonly schema: Schema;
  readonly onChange: (columns: readonly Column[]) => void;
}

/** The mapping of columns: name, type, or not imported. */
export function ColumnTable({ preview, columns, errors, schema, onChange }: Props) {
  const set = (index: number, change: Partial<Column>): void =>
    onChange(columns.map((column, at) => (at === index ? { ...column, ...change } : column)));
  const isNew = ({ target }: Column): boolean => target !== 'id' && !Object.hasOwn(schema, target);
  const better = columns.some((column, index) => {
    const [fit] = preview.fields[index]?.fits ?? [];
    return isNew(column) && fit !== undefined && column.type === 'text';
  });
  const useBetter = (): void =>
    onChange(
      columns.map((column, index) =>
        isNew(column) ? { ...column, type: preview.fields[index]?.fits[0] ?? column.type } : column,
      ),
    );
  return (
    <>
      <Table className={styles.choices}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Column</Table.Th>
            <Table.Th>Field</Table.Th>
            <Table.Th w={190}>Type</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {columns.map((column, index) => {
            const field = preview.fields[index];
            if (field === undefined) return null;
            const kind = (
              <ColumnType
                column={column}
                field={field}
                schema={schema}
                onChange={(type) => set(index, { type })}
              />
            );
            return (
              // biome-ignore lint/suspicious/noArrayIndexKey: two columns may have the same name.
              <Table.Tr key={index}>
                <Table.Td>
                  <Checkbox
                    size="sm"
                    checked={column.imported}
                    onChange={(event) => set(index, { imported: event.currentTarget.checked })}
                    aria-label={`Import ${column.source || `column ${index + 1}`}`}
                    label={<span className={styles.source}>{column.source || '(no name)'}</span>}
                  />
                  <Text component="div" className={styles.example} ml={30} dir="auto">
                    {exampleOf(field)}
                  </Text>
                </Table.Td>
                <Table.Td>
                  <TextInput
                    size="sm"
                    aria-label={`Field for ${column.source || `column ${index + 1}`}`}
                    value={column.target}
                    disabled={!column.imported}
                    error={errors[index]}
                    spellCheck={false}
                    autoCapitalize="off"
                    onChange={(event) => set(index, { target: event.currentTarget.value })}
                    classNames={{ input: styles.target }}
                  />
                </Table.Td>
                <Table.Td>{column.imported && kind}</Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
      {better && (
        <Group justify="flex-end" px="var(--findling-gutter)" pb="md" pt="xs">
          <Text size="sm" c="dimmed" style={{ flex: '1 1 12rem' }}>
            New fields are text unless you choose another type. Text can be searched; numbers, dates and
            geolocations can be filtered by range.
          </Text>
          <Button variant="light" size="xs" onClick={useBetter}>
            Use detected types
          </Button>
        </Group>
      )}
    </>
  );
}

function exampleOf({ values }: PreviewField): string {
  const given = values.find((value) => value !== undefined && value !== null && value !== '');
  return given === undefined ? 'no value in the sample' : inOneLine(given).slice(0, 200);
}
