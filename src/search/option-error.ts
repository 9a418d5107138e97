import { ApiError, badRequest, firstMessages } from '../errors.ts';

/**
 * Messages about search options, in the style of App Search: the option in words, then the problem ("Search fields
 * contains invalid field: taco").
 */
export const optionErrors = {
  unknownOptions: (keys: readonly string[]): ApiError =>
    badRequest(firstMessages(keys, (key) => `Options contains invalid key: ${written(key)}`)),
  unknownKey: (option: string, key: string): ApiError =>
    badRequest(`${option} contains invalid key: ${written(key)}`),
  unknownFields: (option: string, fields: readonly string[]): ApiError =>
    badRequest(firstMessages(fields, (field) => `${option} contains invalid field: ${written(field)}`)),
  incompatibleFields: (fields: readonly string[]): ApiError =>
    badRequest(
      `Source engines have incompatible field mappings for the following fields: ${fields.join(', ')}`,
    ),
  badValues: (option: string, values: readonly unknown[]): ApiError =>
    badRequest(firstMessages(values, (value) => `${option} contains invalid value: ${written(value)}`)),
  badValue: (option: string, value: unknown): ApiError =>
    badRequest(`${option} contains invalid value: ${written(value)}`),
  badOption: (option: string, what: string): ApiError =>
    badRequest(`${option} contains invalid option: ${what}`),
  badOptions: (option: string, problems: readonly string[]): ApiError =>
    badRequest(firstMessages(problems, (what) => `${option} contains invalid option: ${what}`)),
  noFields: (option: string): ApiError => badRequest(`${option} must contain at least one field`),
  noConditions: (option: string): ApiError => badRequest(`${option} must contain at least one condition`),
  mustBe: (option: string, what: string): ApiError => badRequest(`${option} must be ${what}`),
  missing: (name: string): ApiError => badRequest(`Missing required parameter: ${name}`),
  tooMany: (option: string, most: number, what: string): ApiError =>
    badRequest(`${option} cannot have more than ${most} ${what}`),
  tooLong: (option: string, most: number): ApiError =>
    badRequest(`${option} cannot be longer than ${most} characters`),
  tooDeep: (option: string, most: number): ApiError =>
    badRequest(`${option} cannot be nested more than ${most} levels`),
  tooLarge: (option: string, most: number): ApiError =>
    badRequest(`${option} must be less than or equal to ${most}`),
  tooSmall: (option: string, least: number): ApiError =>
    badRequest(`${option} must be greater than or equal to ${least}`),
  twoSortKeys: (option: string): ApiError =>
    badRequest(`${option} contains an object with more than one key: field and direction`),
  badPrecision: (): ApiError => badRequest('Precision must be an integer between 1 and 11'),
} as const;

/** What `meta.warnings` says about options, or parts of the search settings, that a search does without. */
export const optionWarnings = {
  /** `why`: "functional is not supported for text field title". */
  boostSkipped: (why: string): string => `Boost skipped: ${why}`,
  fieldSkipped: (option: string, why: string): string => `${option} skipped: ${why}`,
} as const;

/** Why a field cannot be searched. */
export const cannotSearch = (field: string, type: string | undefined): string =>
  type === undefined ? noSuchField(field) : `search is not supported for ${type} field ${field}`;

export const noSuchField = (field: string): string => `there is no field ${field}`;

const MOST_WRITTEN = 256;

/** A value in a message: texts unchanged, everything else as JSON, both truncated. */
export const written = (value: unknown): string => {
  const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? String(value));
  return text.length <= MOST_WRITTEN ? text : `${text.slice(0, MOST_WRITTEN)}…`;
};

/** The messages of an `ApiError`; any other error is rethrown. */
export function messagesOf(thrown: unknown): readonly string[] {
  if (thrown instanceof ApiError && thrown.status === 400) {
    const { errors } = thrown.body as { errors?: unknown };
    if (Array.isArray(errors)) return errors;
  }
  throw thrown;
}
