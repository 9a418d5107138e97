import { texts } from '../error-texts.ts';
import { isObject } from '../json/object.ts';
import { limits } from '../limits.ts';
import type { KeyRecord, RateLimit } from '../store/port.ts';
import { parseDate } from '../values/date-value.ts';
import { storableText } from '../values/storable-text.ts';

/** What a key has in addition to name, kind, value and rights. */
export type Details = Pick<KeyRecord, 'expiresAt' | 'description' | 'rateLimit'>;

/** The details that a request names: undefined keeps, null clears. */
export type DetailsRequest = { readonly [D in keyof Details]: Details[D] | undefined };

export const NO_DETAILS: Details = { expiresAt: null, description: null, rateLimit: null };

/** The details of a key after a request. */
export const detailsAfter = (request: DetailsRequest, before: Details): Details => ({
  expiresAt: request.expiresAt === undefined ? before.expiresAt : request.expiresAt,
  description: request.description === undefined ? before.description : request.description,
  rateLimit: request.rateLimit === undefined ? before.rateLimit : request.rateLimit,
});

/** Whether a key is valid at a time. */
export const isUnexpired = ({ expiresAt }: Details, now: number): boolean =>
  expiresAt === null || now < expiresAt;

type Parsed<T> = { readonly value: T } | { readonly message: string };

function parseExpiry(value: unknown, now: number): Parsed<number> {
  const date = typeof value === 'string' ? parseDate(value) : undefined;
  if (date === undefined) return { message: texts.expiryNotDate };
  return date.epochMs > now ? { value: date.epochMs } : { message: texts.expiryPast };
}

function parseDescription(value: unknown): Parsed<string | null> {
  if (typeof value !== 'string' || storableText(value) !== value)
    return { message: texts.descriptionNotText };
  if (value.length > limits.keyDescriptionLength) return { message: texts.descriptionTooLong };
  return { value: value === '' ? null : value };
}

const isRate = (value: unknown): value is number =>
  Number.isInteger(value) && (value as number) >= 1 && (value as number) <= limits.keyRate;

/** Without `burst`, the requests of a second can be sent at once. */
function parseRateLimit(value: unknown): Parsed<RateLimit> {
  if (!isObject(value)) return { message: texts.rateLimitNotObject };
  const { requests_per_second: perSecond, burst, ...others } = value;
  if (Object.keys(others).length > 0) return { message: texts.rateLimitNotObject };
  if (!isRate(perSecond)) return { message: texts.rateOutOfRange('requests_per_second') };
  if (burst == null) return { value: { perSecond, burst: perSecond } };
  return isRate(burst) ? { value: { perSecond, burst } } : { message: texts.rateOutOfRange('burst') };
}

/** Parses the details that a request names; what is wrong is added to `messages`. */
export function parseDetails(
  params: Readonly<Record<string, unknown>>,
  messages: string[],
  now: number,
): DetailsRequest {
  const read = <T>(name: string, parse: (value: unknown) => Parsed<T>): T | null | undefined => {
    const value = Object.hasOwn(params, name) ? params[name] : undefined;
    if (value == null) return value;
    const parsed = parse(value);
    if ('value' in parsed) return parsed.value;
    messages.push(parsed.message);
    return undefined;
  };
  return {
    expiresAt: read('expires_at', (value) => parseExpiry(value, now)),
    description: read('description', parseDescription),
    rateLimit: read('rate_limit', parseRateLimit),
  };
}
