import { NativeSelect, TagsInput, TextInput } from '@mantine/core';
import type { FieldType } from '../../api/types.ts';
import { boostValues, centerText } from '../../search-settings/field-boosts.ts';
import type { Boost } from '../../search-settings/settings.ts';

interface Props {
  /** Part of the accessible names: `boost 1 on visitors`. */
  readonly of: string;
  readonly boost: Boost;
  readonly type: FieldType | undefined;
  readonly problem: string | undefined;
  readonly onChange: (boost: Boost) => void;
}

const OPERATIONS = [
  { value: 'add', label: 'Add to the score' },
  { value: 'multiply', label: 'Multiply the score' },
];
const FUNCTIONAL = [
  { value: 'linear', label: 'Linear: the value' },
  { value: 'exponential', label: 'Exponential: e to the value' },
  { value: 'logarithmic', label: 'Logarithmic: ln(1 + value)' },
];
const PROXIMITY = [
  { value: 'linear', label: 'Linear: falls evenly' },
  { value: 'exponential', label: 'Exponential: falls fast, then slowly' },
  { value: 'gaussian', label: 'Gaussian: bell curve' },
];
const CENTERS: Readonly<Record<FieldType, { readonly hint: string; readonly placeholder: string }>> = {
  text: { hint: '', placeholder: '' },
  number: { hint: 'A number', placeholder: '100' },
  date: { hint: 'A date, or now', placeholder: 'now' },
  geolocation: { hint: 'Latitude, longitude', placeholder: '25.32,-80.93' },
};

/** The inputs of a boost, except its factor. */
export function BoostInputs({ of, boost, type = 'text', problem, onChange }: Props) {
  const select = (label: string, member: 'operation' | 'function', data: typeof OPERATIONS) => (
    <NativeSelect
      size="sm"
      label={label}
      aria-label={`${label} of ${of}`}
      data={data}
      value={boost[member] ?? data[0]?.value ?? ''}
      onChange={(event) => onChange({ ...boost, [member]: event.currentTarget.value })}
    />
  );
  switch (boost.type) {
    case 'value':
      return (
        <>
          <TagsInput
            size="sm"
            label="Values"
            aria-label={`Values of ${of}`}
            placeholder="Type a value, press Enter"
            splitChars={[]}
            acceptValueOnBlur
            autoComplete="off"
            spellCheck={false}
            error={problem}
            value={boostValues(boost)}
            onChange={(value) => onChange({ ...boost, value })}
          />
          {select('Operation', 'operation', OPERATIONS)}
        </>
      );
    case 'functional':
      return (
        <>
          {select('Function', 'function', FUNCTIONAL)}
          {select('Operation', 'operation', OPERATIONS)}
        </>
      );
    case 'proximity':
      return (
        <>
          <TextInput
            size="sm"
            label="Center"
            aria-label={`Center of ${of}`}
            description={CENTERS[type].hint}
            placeholder={CENTERS[type].placeholder}
            autoComplete="off"
            spellCheck={false}
            error={problem}
            value={centerText(boost)}
            onChange={(event) => onChange({ ...boost, center: event.currentTarget.value })}
          />
          {select('Function', 'function', PROXIMITY)}
        </>
      );
  }
}
