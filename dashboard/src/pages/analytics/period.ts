/** The days of a report in UTC, both included: `2026-03-14`. */
export interface Period {
  readonly from: string;
  readonly to: string;
}

/** Periods that end today, by their number of days. */
export const PRESETS: ReadonlyArray<{ readonly days: string; readonly label: string }> = [
  { days: '1', label: 'Today' },
  { days: '7', label: 'Last 7 days' },
  { days: '30', label: 'Last 30 days' },
  { days: '90', label: 'Last 90 days' },
];
export const DEFAULT_DAYS = '7';

/** The server counts at most this many days at once. */
export const MOST_DAYS = 100;

const DAY = 86_400_000;
const dateOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);

export const lastDays = (days: number, now: number): Period => ({
  from: dateOf(now - (days - 1) * DAY),
  to: dateOf(now),
});

const isDate = (text: string): boolean => {
  const ms = /^\d{4}-\d\d-\d\d$/.test(text) ? Date.parse(text) : Number.NaN;
  return !Number.isNaN(ms) && dateOf(ms) === text;
};

export const dayCount = ({ from, to }: Period): number => (Date.parse(to) - Date.parse(from)) / DAY + 1;

/** What is wrong with a period that somebody typed, by input. */
export function periodProblems({ from, to }: Period): Partial<Record<keyof Period, string>> {
  if (!isDate(from)) return { from: 'Enter a date.' };
  if (!isDate(to)) return { to: 'Enter a date.' };
  if (from > to) return { to: 'The last day must not be before the first.' };
  return dayCount({ from, to }) > MOST_DAYS ? { to: `Choose at most ${MOST_DAYS} days.` } : {};
}

export const isPeriod = (period: Period): boolean => Object.keys(periodProblems(period)).length === 0;

/** The period as the API filters by it: until before the midnight after the last day. */
export const dateFilter = ({ from, to }: Period): Period => ({ from, to: dateOf(Date.parse(to) + DAY) });

/** A single day is shown by hour. */
export const intervalOf = ({ from, to }: Period): 'hour' | 'day' => (from === to ? 'hour' : 'day');
