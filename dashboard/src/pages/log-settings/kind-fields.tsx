import { NumberInput, Stack, Switch } from '@mantine/core';
import type { Form } from '../../parts/form.ts';
import { counted } from '../../parts/numbers.ts';
import type { SettingsValues } from './settings-values.ts';

interface Props {
  readonly form: Form<SettingsValues>;
  readonly kind: 'api' | 'analytics';
  /** The label of the switch. */
  readonly label: string;
  /** The maximum of the instance, and the setting that has it. */
  readonly maxDays: number;
  readonly setting: string;
}

export function KindFields({ form, kind, label, maxDays, setting }: Props) {
  const { onChange } = form.input(kind);
  const days = kind === 'api' ? 'apiDays' : 'analyticsDays';
  return (
    <Stack>
      <Switch label={label} checked={form.values[kind]} onChange={onChange} />
      <NumberInput
        label="Keep for (days)"
        description={`At most ${counted(maxDays, 'day')}, the limit of this instance (${setting}).`}
        min={1}
        max={maxDays}
        clampBehavior="none"
        allowDecimal={false}
        allowNegative={false}
        maw={320}
        {...form.input(days)}
      />
    </Stack>
  );
}
