import { Text } from '@mantine/core';
import { limits } from '../../../../src/limits.ts';
import { useAddressState } from '../../parts/address-state.ts';
import { ErrorBox } from '../../parts/error-box.tsx';
import { FindField } from '../../parts/find-field.tsx';
import { Panel } from '../../parts/panel.tsx';
import { ID, type Schema } from '../../search-settings/settings.ts';
import type { SettingsEditor } from '../../search-settings/use-settings-editor.ts';
import { FieldRow } from './field-row.tsx';
import styles from './relevance.module.css';

interface Props {
  readonly schema: Schema;
  readonly editor: SettingsEditor;
  readonly problem: string | undefined;
}

/** Minimum number of fields for a search input. */
const MANY = 10;

/** All fields, and entries of the settings whose fields no longer exist. */
export function FieldList({ schema, editor, problem }: Props) {
  const [find, setFind] = useAddressState('find');
  const { search_fields, boosts } = editor.value;
  const names = [
    ...new Set([...Object.keys(schema), ID, ...Object.keys(search_fields), ...Object.keys(boosts)]),
  ];
  const shown = names.filter((name) => name.includes(find.trim().toLowerCase()));
  const count = Object.values(boosts).flat().length;
  return (
    <Panel
      title="Fields and boosts"
      intro="A match in a field with a higher weight counts more. A boost raises the score of documents by the value of a field."
      flush
      actions={(names.length > MANY || find !== '') && <FindField value={find} onChange={setFind} />}
    >
      <ErrorBox messages={problem === undefined ? [] : [problem]} />
      <ul className={styles.fields}>
        {shown.map((name) => (
          <FieldRow key={name} name={name} schema={schema} editor={editor} isFull={count >= limits.boosts} />
        ))}
      </ul>
      {shown.length === 0 && (
        <Text size="sm" c="dimmed" px="lg" pb="md">
          No matching fields.
        </Text>
      )}
    </Panel>
  );
}
