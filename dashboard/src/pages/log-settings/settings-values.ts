import { counted } from '../../parts/numbers.ts';
import type { LogSettings } from './log-settings-query.ts';

/** The values of the form. An empty input is an empty text. */
export type SettingsValues = {
  readonly api: boolean;
  readonly apiDays: number | string;
  readonly analytics: boolean;
  readonly analyticsDays: number | string;
};

export const valuesOf = ({ api, analytics }: LogSettings): SettingsValues => ({
  api: api.enabled,
  apiDays: api.retention_days,
  analytics: analytics.enabled,
  analyticsDays: analytics.retention_days,
});

/** The request for a change: only what differs. */
export function changeOf(values: SettingsValues, before: LogSettings): object {
  const old = valuesOf(before);
  return {
    api: {
      ...(values.api !== old.api && { enabled: values.api }),
      ...(values.apiDays !== old.apiDays && { retention_days: values.apiDays }),
    },
    analytics: {
      ...(values.analytics !== old.analytics && { enabled: values.analytics }),
      ...(values.analyticsDays !== old.analyticsDays && { retention_days: values.analyticsDays }),
    },
  };
}

/** Assigns the server's messages to inputs. */
export const ABOUT = { apiDays: /^Api retention/i, analyticsDays: /^Analytics retention/i };

const isShorter = (days: number | string, before: number): days is number =>
  typeof days === 'number' && days >= 1 && days < before;

/** What a change deletes or no longer records, as sentences. */
export function lossesOf(values: SettingsValues, { api, analytics }: LogSettings): readonly string[] {
  const { apiDays, analyticsDays } = values;
  return [
    ...(api.enabled && !values.api
      ? ['API requests are no longer recorded. Entries that exist stay until they are too old.']
      : []),
    ...(analytics.enabled && !values.analytics
      ? ['Searches and clicks are no longer recorded: analytics reports have a gap.']
      : []),
    ...(isShorter(apiDays, api.retention_days)
      ? [`API log entries older than ${counted(apiDays, 'day')} are deleted.`]
      : []),
    ...(isShorter(analyticsDays, analytics.retention_days)
      ? [`Searches and clicks older than ${counted(analyticsDays, 'day')} are deleted from analytics.`]
      : []),
  ];
}
