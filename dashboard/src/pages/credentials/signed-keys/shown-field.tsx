import { ActionIcon, Group, SegmentedControl, Text } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import { AddField } from './add-field.tsx';
import { Choice } from './choice.tsx';
import type { Fields } from './fields-query.ts';
import type { KeySpec, Parts } from './key-spec.ts';
import styles from './shown-field.module.css';

interface Props {
  readonly value: KeySpec['shown'];
  readonly fields: Fields;
  readonly problem: string | undefined;
  readonly onChange: (next: KeySpec['shown']) => void;
}

const PARTS: Array<{ readonly value: Parts; readonly label: string }> = [
  { value: 'both', label: 'both' },
  { value: 'raw', label: 'raw' },
  { value: 'snippet', label: 'snippet' },
];

/** `result_fields`: the fields that may be returned, as raw value, snippet or both. */
export function ShownField({ value, fields, problem, onChange }: Props) {
  const names = Object.keys(value ?? {});
  const choose = (chosen: readonly string[]): void =>
    onChange(Object.fromEntries(chosen.map((name) => [name, value?.[name] ?? 'both'])));
  return (
    <Choice
      label="Returned fields"
      hint={value === null ? undefined : 'The id of a document is always returned.'}
      value={value === null ? 'all' : 'some'}
      options={[
        { value: 'all', label: 'All' },
        { value: 'some', label: 'Only these' },
      ]}
      onChange={(next) => onChange(next === 'all' ? null : {})}
      problem={problem}
    >
      {value !== null && (
        <>
          <ul className={styles.fields}>
            {names.map((name) => (
              <li key={name} className={styles.field}>
                <Text size="sm" ff="monospace" className={styles.name}>
                  {name}
                </Text>
                <Group gap={4} wrap="nowrap">
                  {isText(fields, name) && (
                    <SegmentedControl
                      size="xs"
                      aria-label={`Format of ${name}`}
                      data={PARTS}
                      value={value[name] ?? 'both'}
                      onChange={(part) => onChange({ ...value, [name]: part as Parts })}
                    />
                  )}
                  <ActionIcon
                    variant="subtle"
                    color="gray"
                    aria-label={`Remove ${name}`}
                    onClick={() => choose(names.filter((other) => other !== name))}
                  >
                    <IconX size={14} stroke={1.8} />
                  </ActionIcon>
                </Group>
              </li>
            ))}
          </ul>
          <AddField
            label="Add a field to return"
            names={Object.keys(fields).filter((name) => !names.includes(name))}
            onAdd={(name) => choose([...names, name])}
          />
        </>
      )}
    </Choice>
  );
}

/** Only text fields have snippets; the type of a field of another engine is unknown. */
const isText = (fields: Fields, name: string): boolean => (fields[name] ?? 'text') === 'text';
