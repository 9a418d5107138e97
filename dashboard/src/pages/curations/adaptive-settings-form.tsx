import { Group, NativeSelect, NumberInput, Stack, Switch } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { call } from '../../api/client.ts';
import { engineKey } from '../../api/queries.ts';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { FormButtons } from '../../parts/form-buttons.tsx';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { useVersionedForm } from '../../parts/versioned-form.ts';
import { useAccount, useEngineName } from '../../session.ts';
import { type AdaptiveSettings, adaptivePath } from './suggestions-query.ts';

const UNITS = ['second', 'minute', 'hour', 'day', 'week', 'month'];
const MODES = [
  { value: 'manual', label: 'Someone accepts each suggestion' },
  { value: 'automatic', label: 'Apply suggestions automatically' },
];

interface Props {
  readonly settings: AdaptiveSettings;
  readonly version: string | null;
  /** Reloads the settings. */
  readonly onReload: () => unknown;
  readonly onClose: () => void;
}

export function AdaptiveSettingsForm({ settings, version, onReload, onClose }: Props) {
  const account = useAccount();
  const engine = useEngineName();
  const client = useQueryClient();
  const { form, dialog } = useVersionedForm({
    initial: { ...settings },
    about: {
      timeframe: /timeframe/,
      max_size: /max_size/,
      min_clicks: /min_clicks/,
      schedule_frequency: /schedule_frequency/,
      schedule_unit: /schedule_unit/,
    },
    save: (curation, over) =>
      call('PUT', adaptivePath(account.id, engine, 'settings'), {
        body: { curation },
        ifMatch: over === null ? version : over.version,
      }),
    saved: () => {
      notify.done('Settings saved.');
      onClose();
      void client.invalidateQueries({ queryKey: engineKey(account.id, engine, 'suggestions') });
    },
    takeTheirs: onReload,
  });
  return (
    <form {...form.props}>
      <Stack>
        <Switch
          label="Compute suggestions on a schedule"
          checked={form.values.enabled}
          onChange={(event) => form.set('enabled', event.currentTarget.checked)}
        />
        <NativeSelect
          label="Decisions"
          description="Anyone with a search key can report clicks. Consider invented clicks before you automate."
          data={MODES}
          {...form.input('mode')}
        />
        <NumberInput label="Days whose clicks count" min={1} max={180} {...form.input('timeframe')} />
        <NumberInput label="Fewest clicks of a document" min={1} {...form.input('min_clicks')} />
        <NumberInput label="Most documents of a suggestion" min={1} max={50} {...form.input('max_size')} />
        <Group grow align="flex-start">
          <NumberInput label="Compute every" min={1} max={1000} {...form.input('schedule_frequency')} />
          <NativeSelect label="Unit" data={UNITS} {...form.input('schedule_unit')} />
        </Group>
        <FormErrors form={form} />
        <FormButtons form={form} submit="Save" disabled={!form.changed} onCancel={onClose} />
      </Stack>
      <ConflictDialog mine={{ curation: form.values }} {...dialog} />
    </form>
  );
}
