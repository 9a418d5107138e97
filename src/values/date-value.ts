/**
 * A moment with the nanoseconds that a fraction of nine digits can carry; a double alone would round them.
 * Moments are ordered by `epochMs`, then by `nanos`. Invariant: within the years 0000 to 9999 of UTC.
 */
export interface DateValue {
  /** Whole milliseconds since 1970-01-01T00:00:00 UTC, negative before. */
  readonly epochMs: number;
  /** Nanoseconds on top of them: 0 to 999,999, counted forwards before 1970 too. */
  readonly nanos: number;
}

/*
 * What is accepted, a subset of ISO 8601 that holds all of RFC 3339 but the leap second:
 *
 *   date       2024-02-29                  calendar checked, years 0000 to 9999
 *   time       T18:09, T18:09:19           `t` or one space may replace `T`
 *   fraction   .1 to .123456789            after seconds only, with a point
 *   zone       Z, z, +05:30, +0530, +05    after a time only; up to 23:59; none means UTC; -00:00 is UTC
 *
 * Rejected on purpose: 24:00 and :60 (which have no moment of their own), week and ordinal dates, basic format
 * (20240229), years of other lengths, numbers of seconds, RFC 2822, and moments that their zone moves out of the years
 * 0000 to 9999.
 */
const PATTERN =
  /^(\d{4})-(\d\d)-(\d\d)(?:[Tt ](\d\d):(\d\d)(?::(\d\d)(?:\.(\d{1,9}))?)?(?:[Zz]|([+-])(\d\d)(?::?(\d\d))?)?)?$/;

const DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31] as const;
const isLeap = (year: number): boolean => year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
const daysIn = (year: number, month: number): number =>
  month === 2 && isLeap(year) ? 29 : (DAYS[month - 1] ?? 0);

// `Date.UTC` maps the years 0 to 99 to 1900 to 1999. The calendar repeats every 400 years, so the moment is computed
// 400 years later and shifted back.
const FOUR_CENTURIES = 146_097 * 86_400_000;
const epochMsOf = (year: number, month: number, day: number, hour = 0, minute = 0, second = 0): number =>
  Date.UTC(year + 400, month - 1, day, hour, minute, second) - FOUR_CENTURIES;

const FIRST = epochMsOf(0, 1, 1);
const BEYOND = epochMsOf(10_000, 1, 1);

/** The number of some digits, 0 if there are none. Several times as fast as `Number`. */
function numberOf(digits: string | undefined): number {
  if (digits === undefined) return 0;
  let number = 0;
  for (let i = 0; i < digits.length; i++) number = 10 * number + digits.charCodeAt(i) - 48;
  return number;
}

/** The moment that `text` names, undefined if it is not one of the forms above. */
export const parseDate = (text: string): DateValue | undefined => {
  const parts = PATTERN.exec(text);
  if (parts === null) return undefined;
  const year = numberOf(parts[1]);
  const month = numberOf(parts[2]);
  const day = numberOf(parts[3]);
  const hour = numberOf(parts[4]);
  const minute = numberOf(parts[5]);
  const second = numberOf(parts[6]);
  const zoneHour = numberOf(parts[9]);
  const zoneMinute = numberOf(parts[10]);
  if (day < 1 || day > daysIn(year, month)) return undefined;
  if (hour > 23 || minute > 59 || second > 59 || zoneHour > 23 || zoneMinute > 59) return undefined;

  const fraction = parts[7] === undefined ? 0 : numberOf(parts[7].padEnd(9, '0'));
  const ahead = (parts[8] === '-' ? -1 : 1) * (zoneHour * 60 + zoneMinute) * 60_000;
  const epochMs =
    epochMsOf(year, month, day, hour, minute, second) + Math.floor(fraction / 1_000_000) - ahead;
  if (epochMs < FIRST || epochMs >= BEYOND) return undefined;
  return { epochMs, nanos: fraction % 1_000_000 };
};

/** `2024-02-29T18:09:19.5+00:00`: always UTC, the fraction only if there is one, without trailing zeros. */
export const formatDate = ({ epochMs, nanos }: DateValue): string => {
  const iso = new Date(epochMs).toISOString(); // 2024-02-29T18:09:19.500Z
  if (nanos === 0 && epochMs % 1000 === 0) return `${iso.slice(0, 19)}+00:00`;
  const fraction = (iso.slice(20, 23) + String(nanos).padStart(6, '0')).replace(/0+$/, '');
  return `${iso.slice(0, 19)}${fraction === '' ? '' : `.${fraction}`}+00:00`;
};
