import { useState } from 'react';
import { Choice } from './choice.tsx';
import { FieldPicker } from './field-picker.tsx';
import { countable, type Fields } from './fields-query.ts';

interface Props {
  readonly value: readonly string[] | null;
  readonly fields: Fields;
  readonly onChange: (next: readonly string[] | null) => void;
}

/** `facets`: the fields that may be counted. An empty selection allows none. */
export function FacetField({ value, fields, onChange }: Props) {
  const [choosing, setChoosing] = useState(value !== null && value.length > 0);
  const chosen = value === null ? 'all' : choosing || value.length > 0 ? 'some' : 'none';
  return (
    <Choice
      label="Facets"
      hint={
        chosen === 'some' && value?.length === 0
          ? 'No facets are allowed until you choose fields.'
          : undefined
      }
      value={chosen}
      options={[
        { value: 'all', label: 'Allowed' },
        { value: 'none', label: 'None' },
        { value: 'some', label: 'Only these' },
      ]}
      onChange={(next) => {
        setChoosing(next === 'some');
        onChange(next === 'all' ? null : []);
      }}
    >
      {chosen === 'some' && value !== null && (
        <FieldPicker label="Fields to count" value={value} names={countable(fields)} onChange={onChange} />
      )}
    </Choice>
  );
}
