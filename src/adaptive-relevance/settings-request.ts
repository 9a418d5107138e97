import { badRequest } from '../errors.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import { booleanOf, isGiven, type Options, wholeWithin } from '../search/option.ts';
import { type AdaptiveSettingsRecord, SCHEDULE_UNITS } from '../store/adaptive-port.ts';
import { settingTexts } from './adaptive-error.ts';

/** The settings of engines that never changed them, as in App Search. */
export const DEFAULT_SETTINGS: AdaptiveSettingsRecord = {
  enabled: false,
  mode: 'manual',
  timeframe: 7,
  maxSize: 3,
  minClicks: 20,
  scheduleFrequency: 1,
  scheduleUnit: 'day',
};

type Name = keyof typeof READERS;

const { timeframe, minClicks, scheduleFrequency } = limits.adaptiveRelevance;
const integer = (most: number) => (value: unknown) => wholeWithin(value, 1, most);

/** How each member is read: undefined if it is invalid. */
const READERS = {
  enabled: booleanOf,
  mode: (value: unknown) => (value === 'manual' || value === 'automatic' ? value : undefined),
  timeframe: integer(timeframe),
  max_size: integer(limits.curatedDocuments),
  min_clicks: integer(minClicks),
  schedule_frequency: integer(scheduleFrequency),
  schedule_unit: (value: unknown) => SCHEDULE_UNITS.find((unit) => unit === value),
} as const;

const NAMES = Object.keys(READERS) as Name[];

const MEMBERS = {
  enabled: 'enabled',
  mode: 'mode',
  timeframe: 'timeframe',
  max_size: 'maxSize',
  min_clicks: 'minClicks',
  schedule_frequency: 'scheduleFrequency',
  schedule_unit: 'scheduleUnit',
} as const satisfies Record<Name, keyof AdaptiveSettingsRecord>;

/** The members of the settings that a request names; null counts as omitted. All problems are reported together. */
export function parseAdaptiveSettings(params: Options): Partial<AdaptiveSettingsRecord> {
  const { curation, ...others } = params;
  const messages = Object.keys(others).map((key) => settingTexts.unknownKey('Settings', key));
  if (!isGiven(curation)) messages.push(settingTexts.curationMissing);
  else if (!isObject(curation)) messages.push(settingTexts.curationNotObject);
  const given: Options = isObject(curation) ? curation : {};
  const parsed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(given)) {
    const name = NAMES.find((known) => known === key);
    if (name === undefined) messages.push(settingTexts.unknownKey('Curation', key));
    else if (isGiven(value)) {
      parsed[MEMBERS[name]] = READERS[name](value);
      if (parsed[MEMBERS[name]] === undefined) messages.push(settingTexts[name]);
    }
  }
  if (messages.length > 0) throw badRequest(messages);
  return parsed;
}

export const adaptiveSettingsJson = (settings: AdaptiveSettingsRecord) => ({
  curation: Object.fromEntries(NAMES.map((name) => [name, settings[MEMBERS[name]]])),
});
