import type { RecordedKinds } from '../events/log-settings.ts';
import { booleanOf, isGiven, type Options, objectWith } from '../search/option.ts';
import { optionErrors } from '../search/option-error.ts';
import { checkOptions } from '../search/request.ts';

const KINDS = ['api', 'analytics'] as const;
const LABELS = { api: 'Api', analytics: 'Analytics' } as const;

/** Parses a change of log settings; what it omits stays. */
export function parseLogSettings(options: Options): Partial<RecordedKinds> {
  checkOptions(options, new Set(KINDS));
  const change: { -readonly [K in keyof RecordedKinds]?: boolean } = {};
  for (const kind of KINDS) {
    if (!isGiven(options[kind])) continue;
    const { enabled } = objectWith(LABELS[kind], options[kind], ['enabled']);
    if (!isGiven(enabled)) continue;
    const value = booleanOf(enabled);
    if (value === undefined) throw optionErrors.mustBe(`${LABELS[kind]} enabled`, 'a boolean');
    change[kind] = value;
  }
  return change;
}

export const logSettingsJson = ({ api, analytics }: RecordedKinds): object => ({
  api: { enabled: api },
  analytics: { enabled: analytics },
});
