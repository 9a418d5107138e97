import { Button, Group, List, Stack } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { call, type Versioned } from '../../api/client.ts';
import { type ApiError, isConflict } from '../../api/errors.ts';
import { ConfirmByName } from '../../parts/confirm-by-name.tsx';
import { ConflictDialog } from '../../parts/conflict-dialog.tsx';
import { useForm } from '../../parts/form.ts';
import { FormErrors } from '../../parts/form-errors.tsx';
import { notify } from '../../parts/notify.ts';
import { Panel } from '../../parts/panel.tsx';
import { useAccount } from '../../session.ts';
import { KindFields } from './kind-fields.tsx';
import { type LogSettings, logSettingsPath, logSettingsQuery } from './log-settings-query.ts';
import { ABOUT, changeOf, lossesOf, type SettingsValues, valuesOf } from './settings-values.ts';

interface Props {
  readonly seen: Versioned<LogSettings>;
}

export function LogSettingsForm({ seen: { data: settings, version } }: Props) {
  const account = useAccount();
  const client = useQueryClient();
  const ifMatch = useRef(version);
  useEffect(() => {
    ifMatch.current = version;
  }, [version]);
  const [conflict, setConflict] = useState<ApiError | null>(null);
  const [asking, setAsking] = useState(false);
  const refresh = () => void client.invalidateQueries({ queryKey: logSettingsQuery(account.id).queryKey });
  const form = useForm({
    draft: `log settings ${account.id}`,
    initial: valuesOf(settings),
    about: ABOUT,
    save: async (values) => {
      try {
        await call('PUT', logSettingsPath(account.id), {
          body: changeOf(values, settings),
          ifMatch: ifMatch.current,
        });
      } catch (error) {
        setConflict(isConflict(error) ? error : null);
        throw error;
      }
    },
    saved: () => {
      notify.done('Log settings saved.');
      setConflict(null);
      refresh();
    },
  });
  const losses = lossesOf(form.values, settings);
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    if (losses.length > 0) setAsking(true);
    else form.submit();
  };
  return (
    <>
      <form {...form.props} onSubmit={submit}>
        <Stack>
          <Panel title="API logs" intro="Requests with a key to your engines, with their responses.">
            <KindFields
              form={form}
              kind="api"
              label="Record API requests"
              maxDays={settings.api.max_retention_days}
              setting="FINDLING_API_LOG_DAYS"
            />
          </Panel>
          <Panel title="Analytics" intro="Searches and clicks, for reports.">
            <KindFields
              form={form}
              kind="analytics"
              label="Record searches and clicks"
              maxDays={settings.analytics.max_retention_days}
              setting="FINDLING_ANALYTICS_DAYS"
            />
          </Panel>
          {conflict === null && <FormErrors form={form} />}
          <Group>
            <Button type="submit" loading={form.busy} disabled={!form.changed}>
              Save
            </Button>
            <Button variant="default" disabled={!form.changed} onClick={() => form.reset()}>
              Discard changes
            </Button>
          </Group>
        </Stack>
      </form>
      <ConfirmByName
        title="Save these settings?"
        name={asking ? account.name : null}
        button="Save"
        confirm={async () => form.submit()}
        onClose={() => setAsking(false)}
      >
        This applies to all engines of the account and cannot be undone:
        <List size="sm" mt="xs">
          {losses.map((loss) => (
            <List.Item key={loss}>{loss}</List.Item>
          ))}
        </List>
      </ConfirmByName>
      <ConflictDialog
        conflict={conflict}
        mine={form.values}
        show={shown}
        busy={form.busy}
        onOverwrite={(now) => {
          ifMatch.current = now;
          form.submit();
        }}
        onTakeTheirs={() => {
          ifMatch.current = conflict?.version ?? null;
          setConflict(null);
          form.reset(valuesOf(conflict?.current as LogSettings));
          refresh();
        }}
        onClose={() => setConflict(null)}
      />
    </>
  );
}

/** Either side of a conflict: the values of the form, or the settings as the server returns them. */
function shown(value: unknown): string {
  const isMine = 'apiDays' in (value as object);
  const values = isMine ? (value as SettingsValues) : valuesOf(value as LogSettings);
  const line = (label: string, isOn: boolean, days: number | string): string =>
    `${label}: ${isOn ? 'on' : 'off'}, kept for ${days} days`;
  return [
    line('API logs', values.api, values.apiDays),
    line('Analytics', values.analytics, values.analyticsDays),
  ].join('\n');
}
