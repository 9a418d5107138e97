import { limits } from '../limits.ts';
import { isGiven, isLongerThan, objectWith } from './option.ts';
import { optionErrors } from './option-error.ts';

/** Parses a list of analytics tags; `option` is its name in messages. */
export function parseTags(option: string, value: unknown): readonly string[] {
  if (!isGiven(value)) return [];
  if (!Array.isArray(value)) throw optionErrors.mustBe(option, 'an array');
  if (value.length > limits.tags) throw optionErrors.tooMany(option, limits.tags, 'tags');
  for (const tag of value) {
    if (typeof tag !== 'string') throw optionErrors.badValue(option, tag);
    if (isLongerThan(tag, limits.tagLength)) throw optionErrors.tooLong(option, limits.tagLength);
  }
  return value;
}

/** Parses `analytics`, whose only member is `tags`. */
export const parseAnalytics = (value: unknown): readonly string[] =>
  parseTags('Analytics tags', objectWith('Analytics', value, ['tags']).tags);
