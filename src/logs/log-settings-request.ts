import { type AccountLogSettings, keptBy } from '../events/log-settings.ts';
import type { RetentionSettings } from '../events/retention.ts';
import { booleanOf, isGiven, type Options, objectWith, wholeWithin } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import { checkOptions } from '../search/request.ts';

const KINDS = ['api', 'analytics'] as const;
const LABELS = { api: 'Api', analytics: 'Analytics' } as const;
/** The last one is ignored, so that a response can be sent back. */
const MEMBERS = ['enabled', 'retention_days', 'max_retention_days'];

type Change = { -readonly [K in keyof AccountLogSettings]?: AccountLogSettings[K] };

/** Parses a change of log settings; what it omits stays. */
export function parseLogSettings(
  options: Options,
  { apiLogDays, analyticsDays }: RetentionSettings,
): Partial<AccountLogSettings> {
  checkOptions(options, new Set(KINDS));
  const change: Change = {};
  for (const kind of KINDS) {
    if (!isGiven(options[kind])) continue;
    const { enabled, retention_days: days } = objectWith(LABELS[kind], options[kind], MEMBERS);
    if (isGiven(enabled)) {
      const value = booleanOf(enabled);
      if (value === undefined) throw optionErrors.mustBe(`${LABELS[kind]} enabled`, 'a boolean');
      change[kind] = value;
    }
    const most = kind === 'api' ? apiLogDays : analyticsDays;
    const kept = parseDays(`${LABELS[kind]} retention days`, days, most);
    if (kept !== undefined) change[kind === 'api' ? 'apiDays' : 'analyticsDays'] = kept;
  }
  return change;
}

/** Null restores the default. */
function parseDays(option: string, value: unknown, most: number): number | null | undefined {
  if (value === undefined || value === null) return value;
  const days = wholeWithin(value, 1, most);
  if (days === undefined) throw optionErrors.mustBe(option, `an integer between 1 and ${most}`);
  return days;
}

export function logSettingsJson(settings: AccountLogSettings, retention: RetentionSettings): object {
  const { apiLogDays, analyticsDays } = keptBy(settings, retention);
  return {
    api: { enabled: settings.api, retention_days: apiLogDays, max_retention_days: retention.apiLogDays },
    analytics: {
      enabled: settings.analytics,
      retention_days: analyticsDays,
      max_retention_days: retention.analyticsDays,
    },
  };
}
