import { Choice } from './choice.tsx';
import { FieldPicker } from './field-picker.tsx';
import { type Fields, searchable } from './fields-query.ts';

interface Props {
  readonly value: readonly string[] | null;
  readonly fields: Fields;
  readonly problem: string | undefined;
  readonly onChange: (next: readonly string[] | null) => void;
}

/** `search_fields`: the fields that may be searched. */
export const SearchedField = ({ value, fields, problem, onChange }: Props) => (
  <Choice
    label="Searched fields"
    value={value === null ? 'all' : 'some'}
    options={[
      { value: 'all', label: 'All' },
      { value: 'some', label: 'Only these' },
    ]}
    onChange={(next) => onChange(next === 'all' ? null : [])}
    problem={problem}
  >
    {value !== null && (
      <FieldPicker label="Fields to search" value={value} names={searchable(fields)} onChange={onChange} />
    )}
  </Choice>
);
