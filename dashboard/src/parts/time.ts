const LANGUAGE = 'en';
const relative = new Intl.RelativeTimeFormat(LANGUAGE, { numeric: 'auto' });
const exact = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium', timeStyle: 'medium' });
const day = new Intl.DateTimeFormat(LANGUAGE, { dateStyle: 'medium' });

const UNITS = [
  ['second', 60],
  ['minute', 60],
  ['hour', 24],
  ['day', 30],
] as const;

/** `3 minutes ago`, `in 2 days`; a date if it is more than a month away. */
export function relativeTime(at: string, now: number): string {
  const moment = Date.parse(at);
  let distance = (moment - now) / 1000;
  if (Math.abs(distance) < 10) return 'just now';
  for (const [unit, size] of UNITS) {
    if (Math.abs(Math.round(distance)) < size) return relative.format(Math.round(distance), unit);
    distance /= size;
  }
  return day.format(moment);
}

export const exactTime = (at: string): string => exact.format(Date.parse(at));

/** `2 min 5 s`, for remaining times. */
export function duration(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds));
  if (whole < 60) return `${whole} s`;
  const minutes = Math.floor(whole / 60);
  return minutes < 60
    ? `${minutes} min ${whole % 60} s`
    : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
