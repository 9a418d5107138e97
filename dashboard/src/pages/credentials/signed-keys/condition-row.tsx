import { ActionIcon, Select, TagsInput, Text, TextInput } from '@mantine/core';
import { IconX } from '@tabler/icons-react';
import styles from './condition-row.module.css';
import { type Condition, type Value, valueIn } from './conditions.ts';
import { countable, type Fields } from './fields-query.ts';

interface Props {
  readonly number: number;
  readonly condition: Condition;
  readonly fields: Fields;
  readonly onChange: (next: Condition) => void;
  readonly onRemove: () => void;
}

export function ConditionRow({ number, condition, fields, onChange, onRemove }: Props) {
  const { field, test, values, from, to } = condition;
  const type = fields[field];
  const hasRanges = type === 'number' || type === 'date' || test === 'between';
  const value = (text: string): Value => valueIn(text, type);
  const hint = type === 'date' ? '2030-01-31' : type === 'number' ? '10' : 'Value, then Enter';
  return (
    <fieldset className={styles.row} aria-label={`Condition ${number}`}>
      <Select
        aria-label={`Field of condition ${number}`}
        placeholder="Field"
        size="sm"
        className={styles.field ?? ''}
        data={[...new Set([...countable(fields), 'id', ...(field === '' ? [] : [field])])]}
        value={field === '' ? null : field}
        allowDeselect={false}
        searchable
        // Values of another field type would not fit.
        onChange={(name) =>
          name !== null && onChange({ ...condition, field: name, test: 'is', values: [], from: '', to: '' })
        }
      />
      <Select
        aria-label={`Test of condition ${number}`}
        size="sm"
        className={styles.test ?? ''}
        data={['is', 'is not', ...(hasRanges ? ['between'] : [])]}
        value={test}
        allowDeselect={false}
        onChange={(next) => onChange({ ...condition, test: next as Condition['test'] })}
      />
      {test === 'between' ? (
        <div className={styles.range}>
          <TextInput
            aria-label={`Condition ${number}: from, included`}
            placeholder="from"
            size="sm"
            value={String(from)}
            onChange={(event) => onChange({ ...condition, from: value(event.currentTarget.value) })}
          />
          <TextInput
            aria-label={`Condition ${number}: to, not included`}
            placeholder="to"
            size="sm"
            value={String(to)}
            onChange={(event) => onChange({ ...condition, to: value(event.currentTarget.value) })}
          />
          <Text size="xs" c="dimmed" className={styles.hint}>
            The start is included, the end is not.
          </Text>
        </div>
      ) : (
        <TagsInput
          aria-label={`Values of condition ${number}`}
          placeholder={values.length === 0 ? hint : 'or'}
          size="sm"
          className={styles.values ?? ''}
          acceptValueOnBlur
          // Commas and letter case are part of a value.
          splitChars={['\n']}
          isDuplicate={(next, known) => known.includes(next)}
          styles={{ inputField: { minWidth: 40 } }}
          value={values.map(String)}
          onChange={(next) => onChange({ ...condition, values: next.map(value) })}
        />
      )}
      <ActionIcon
        variant="subtle"
        color="gray"
        className={styles.remove}
        aria-label={`Remove condition ${number}`}
        onClick={onRemove}
      >
        <IconX size={16} stroke={1.6} />
      </ActionIcon>
    </fieldset>
  );
}
