import { Button, Stack } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { useRef } from 'react';
import { ConditionRow } from './condition-row.tsx';
import { type Condition, NEW_CONDITION } from './conditions.ts';
import type { Fields } from './fields-query.ts';

interface Props {
  readonly conditions: readonly Condition[];
  readonly fields: Fields;
  readonly onChange: (next: readonly Condition[]) => void;
}

/** The filter builder: one row per condition, combined with AND. */
export function ConditionList({ conditions, fields, onChange }: Props) {
  const add = useRef<HTMLButtonElement>(null);
  return (
    <Stack gap="sm" align="stretch">
      {conditions.map((condition, index) => (
        <ConditionRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a condition has no other key.
          key={index}
          number={index + 1}
          condition={condition}
          fields={fields}
          onChange={(next) => onChange(conditions.with(index, next))}
          onRemove={() => {
            onChange(conditions.toSpliced(index, 1));
            add.current?.focus();
          }}
        />
      ))}
      <Button
        ref={add}
        variant="default"
        size="xs"
        leftSection={<IconPlus size={14} />}
        style={{ alignSelf: 'flex-start' }}
        onClick={() => onChange([...conditions, NEW_CONDITION])}
      >
        Add a condition
      </Button>
    </Stack>
  );
}
