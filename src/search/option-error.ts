import { type ApiError, badRequest } from '../errors.ts';

/**
 * Messages about search options, in the original's style: the option in words, then what is wrong with it
 * ("Search fields contains invalid field: taco").
 */
export const optionErrors = {
  unknownOption: (key: string): ApiError => badRequest(`Options contains invalid key: ${key}`),
  unknownKey: (option: string, key: string): ApiError => badRequest(`${option} contains invalid key: ${key}`),
  unknownField: (option: string, ...fields: string[]): ApiError =>
    badRequest(...fields.map((field) => `${option} contains invalid field: ${field}`)),
  badValue: (option: string, value: unknown): ApiError =>
    badRequest(
      `${option} contains invalid value: ${typeof value === 'string' ? value : JSON.stringify(value)}`,
    ),
  badOption: (option: string, what: string): ApiError =>
    badRequest(`${option} contains invalid option: ${what}`),
  noFields: (option: string): ApiError => badRequest(`${option} must contain at least one field`),
  mustBe: (option: string, what: string): ApiError => badRequest(`${option} must be ${what}`),
  tooMany: (option: string, most: number, what: string): ApiError =>
    badRequest(`${option} cannot have more than ${most} ${what}`),
  tooLarge: (option: string, most: number): ApiError =>
    badRequest(`${option} must be less than or equal to ${most}`),
  tooSmall: (option: string, least: number): ApiError =>
    badRequest(`${option} must be greater than or equal to ${least}`),
} as const;

export type Options = Readonly<Record<string, unknown>>;

/** The option as an object, or the error that says it is none. */
export function objectOf(option: string, value: unknown): Options {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    throw optionErrors.mustBe(option, 'an object');
  }
  return value as Options;
}
