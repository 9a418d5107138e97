import { JsonInput } from '@mantine/core';
import { Choice } from './choice.tsx';
import { ConditionList } from './condition-list.tsx';
import type { Fields } from './fields-query.ts';
import { type Filters, filtersIn, filterText } from './key-spec.ts';

interface Props {
  readonly value: Filters;
  readonly fields: Fields;
  readonly problem: string | undefined;
  readonly onChange: (next: Filters) => void;
}

/** `filters`: conditions that apply to every search with the key. */
export function FilterField({ value, fields, problem, onChange }: Props) {
  const choose = (by: Filters['by']): void => {
    const text = filterText(value);
    onChange(by === 'json' ? { by, text } : filtersIn(text));
  };
  // Filters that the builder cannot represent stay JSON; incomplete conditions are kept when switching.
  const isStuck = value.by === 'json' && value.text.trim() !== '' && filtersIn(value.text).by === 'json';
  return (
    <Choice
      label="Filters"
      hint={
        isStuck && problem === undefined
          ? 'These filters are too complex for the builder.'
          : 'All conditions apply to every search.'
      }
      value={value.by}
      options={[
        { value: 'builder', label: 'Builder' },
        { value: 'json', label: 'JSON' },
      ]}
      onChange={choose}
      problem={problem}
    >
      {value.by === 'builder' ? (
        <ConditionList
          conditions={value.conditions}
          fields={fields}
          onChange={(conditions) => onChange({ by: 'builder', conditions })}
        />
      ) : (
        <JsonInput
          aria-label="Filters as JSON"
          placeholder='{ "shop": "one" }'
          autosize
          minRows={4}
          maxRows={16}
          spellCheck={false}
          styles={{ input: { fontFamily: 'var(--mantine-font-family-monospace)', fontSize: 12.5 } }}
          value={value.text}
          onChange={(text) => onChange({ by: 'json', text })}
        />
      )}
    </Choice>
  );
}
