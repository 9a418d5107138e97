import { Anchor, Table, Text } from '@mantine/core';
import { useState } from 'react';
import { typedValue } from '../../../../src/values/value.ts';
import type { FieldType } from '../../api/types.ts';
import { counted } from '../../parts/numbers.ts';
import { Panel } from '../../parts/panel.tsx';
import type { Schema } from './browsing.ts';
import styles from './documents.module.css';
import { FieldTypeMark } from './field-type-mark.tsx';
import { isSentDifferently } from './sent-value.ts';
import { linesOf } from './shown-value.ts';

interface Props {
  readonly document: Readonly<Record<string, unknown>>;
  readonly schema: Schema;
}

/** The fields of a document as the API returns them, with one line per array element. */
export function DocumentFields({ document, schema }: Props) {
  const { id: _, ...fields } = document;
  const missing = Object.keys(schema).length - Object.keys(fields).length;
  return (
    <>
      <Panel flush>
        <Table className={styles.fields}>
          <Table.Thead>
            <Table.Tr>
              <Table.Th w="32%">Field</Table.Th>
              <Table.Th>Value</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {Object.entries(fields).map(([name, original]) => (
              <Table.Tr key={name}>
                <Table.Td>
                  <div className={styles.fieldName}>{name}</div>
                  <FieldTypeMark type={schema[name] ?? 'text'} />
                </Table.Td>
                <Table.Td>
                  <Value original={original} type={schema[name] ?? 'text'} />
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
        {Object.keys(fields).length === 0 && (
          <Text size="sm" c="dimmed" p="md">
            This document has no fields except its id.
          </Text>
        )}
      </Panel>
      {missing > 0 && (
        <Text size="sm" c="dimmed">
          {counted(missing, 'schema field is', 'schema fields are')} not set in this document.
        </Text>
      )}
    </>
  );
}

function Value({ original, type }: { readonly original: unknown; readonly type: FieldType }) {
  const shown = typedValue(original, type);
  const isHidden = shown === null && original !== null;
  const sent = JSON.stringify(original);
  return (
    <>
      <ul className={styles.values}>
        {linesOf(shown).map((item, index) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lines of a value have no other key.
          <li key={index} className={styles.value} dir="auto">
            {item === null ? (
              <span className={styles.nothing}>no value</span>
            ) : (
              <LongText text={String(item)} />
            )}
          </li>
        ))}
        {Array.isArray(shown) && shown.length === 0 && <li className={styles.nothing}>empty list</li>}
      </ul>
      {isHidden && (
        <Text size="xs" c="dimmed" mt={4} className={styles.value}>
          Sent as {sent}, which is not a {type}. The value reappears if the field becomes text.
        </Text>
      )}
      {!isHidden && isSentDifferently(original, shown, type) && (
        <Text size="xs" c="dimmed" mt={4} className={styles.value}>
          Sent as {sent}
        </Text>
      )}
    </>
  );
}

const LONG = 1_500;

/** Long text is truncated until expanded: a document may have 100 KB. */
function LongText({ text }: { readonly text: string }) {
  const [all, setAll] = useState(false);
  if (text.length <= LONG || all) return text;
  return (
    <>
      {text.slice(0, LONG)}…{' '}
      <Anchor component="button" type="button" size="sm" onClick={() => setAll(true)}>
        Show all {counted(text.length, 'character')}
      </Anchor>
    </>
  );
}
