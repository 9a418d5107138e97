const two = (value: number): string => String(value).padStart(2, '0');

/** Seconds since 1970 as the value of a datetime-local input: `2030-01-01T00:00`. */
export function localMoment(seconds: number): string {
  const at = new Date(seconds * 1000);
  if (Number.isNaN(at.getTime())) return '';
  const date = [String(at.getFullYear()).padStart(4, '0'), two(at.getMonth() + 1), two(at.getDate())].join(
    '-',
  );
  const time = [two(at.getHours()), two(at.getMinutes())].join(':');
  return `${date}T${time}${at.getSeconds() === 0 ? '' : `:${two(at.getSeconds())}`}`;
}

/** The inverse; undefined for incomplete input. */
export function momentIn(text: string): number | undefined {
  const at = new Date(text).getTime();
  return Number.isNaN(at) ? undefined : Math.floor(at / 1000);
}
