import { Group, NumberInput, Select, TextInput } from '@mantine/core';
import type { Form } from '../../parts/form.ts';
import type { KeyValues } from './key-values.ts';

const PERIODS = [
  { value: 'never', label: 'Never' },
  { value: '30', label: 'In 30 days' },
  { value: '90', label: 'In 90 days' },
  { value: '365', label: 'In a year' },
  { value: 'date', label: 'On a date' },
];
const MAX_RATE = 10_000;

/** Description, expiry and rate limit, which all kinds of keys have. */
export function KeyDetails({ form }: { readonly form: Form<KeyValues> }) {
  const number = { min: 1, max: MAX_RATE, clampBehavior: 'none', allowDecimal: false } as const;
  return (
    <>
      <TextInput
        label="Description"
        description="Optional: what uses the key."
        autoComplete="off"
        {...form.input('description')}
      />
      <Select
        label="Expires"
        description="An expired key is refused like an unknown one, and so are search keys signed with it."
        data={PERIODS}
        allowDeselect={false}
        value={form.values.expiry}
        onChange={(expiry) => form.set('expiry', expiry ?? 'never')}
      />
      {form.values.expiry === 'date' && (
        <TextInput
          type="datetime-local"
          label="Expiry date, in your time zone"
          {...form.input('expiresAt')}
        />
      )}
      <Group grow align="flex-start" gap="sm">
        <NumberInput
          label="Requests per second"
          description="Optional rate limit."
          {...number}
          {...form.input('perSecond')}
        />
        <NumberInput
          label="Burst"
          description="Requests at once."
          placeholder={String(form.values.perSecond)}
          {...number}
          {...form.input('burst')}
        />
      </Group>
    </>
  );
}
