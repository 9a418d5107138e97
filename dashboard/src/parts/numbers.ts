const plain = new Intl.NumberFormat('en');
const short = new Intl.NumberFormat('en', { maximumFractionDigits: 1 });

export const number = (value: number): string => plain.format(value);

const UNITS = ['bytes', 'KB', 'MB', 'GB', 'TB'] as const;

/** `12.4 MB`; a kilobyte is 1024 bytes, as in the server's limits. */
export function bytes(value: number): string {
  let rest = value;
  let unit = 0;
  while (rest >= 1024 && unit < UNITS.length - 1) {
    rest /= 1024;
    unit++;
  }
  return `${short.format(rest)} ${UNITS[unit]}`;
}

/** `1 document`, `2 documents`. */
export const counted = (count: number, one: string, many = `${one}s`): string =>
  `${number(count)} ${count === 1 ? one : many}`;

/** The number of results of a search, which the server counts up to 10,000. */
export const resultCount = (total: number): string =>
  total >= 10_000 ? `${number(total)}+ results` : counted(total, 'result');
