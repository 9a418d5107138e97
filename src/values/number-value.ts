/**
 * Plain decimal or exponent notation: `-12`, `+1.5`, `.5`, `5.`, `1e5`. `\d` is ASCII only.
 * Linear: two neighbouring repetitions never accept the same character.
 */
const DECIMAL = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d+)?$/;

/** The finite double that `text` writes, undefined if it writes none. There is one zero: `-0` is 0. */
export const parseNumber = (text: string): number | undefined => {
  if (!DECIMAL.test(text)) return undefined;
  const value = Number(text);
  return Number.isFinite(value) ? value + 0 : undefined;
};

/** `1200`, `1.2e3` and `+01200.0` all become `12e2`: the digits that matter and the power of ten. */
const significantDigits = (text: string): string => {
  const [mantissa = '', exponent = '0'] = text.toLowerCase().split('e');
  const [whole = '', fraction = ''] = mantissa.split('.');
  const digits = whole + fraction;
  let start = 0;
  while (start < digits.length && !(digits.charCodeAt(start) > 0x30)) start += 1; // signs sort below '0'
  let end = digits.length;
  while (end > start && digits.charCodeAt(end - 1) === 0x30) end -= 1;
  if (start === end) return '0';
  return `${digits.slice(start, end)}e${Number(exponent) - fraction.length + (digits.length - end)}`;
};

/**
 * Whether the number shown for `text` says less than the text did: `9007199254740993` becomes
 * `9007199254740992`, and `1e-400` becomes 0. Worth a line in a report; no error.
 * Expects a text that `parseNumber` accepts, and what it gave.
 */
export const losesDigits = (text: string, value: number): boolean =>
  significantDigits(text) !== significantDigits(String(value));
