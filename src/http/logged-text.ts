import { maskSecrets } from '../api/masking.ts';
import { limits } from '../limits.ts';

/** UTF-8 has at most three bytes per UTF-16 unit. */
const MOST_BYTES_PER_UNIT = 3;

/** What every key begins with, up to its first dash. */
const PREFIXES = ['search', 'private', 'admin'];
const LAST_LETTERS = new Set(PREFIXES.map((prefix) => prefix.charCodeAt(prefix.length - 1)));
const ESCAPED = /\\u([0-9a-f]{4})/gi;
/** A secret that may go on where a text was cut, and what its characters are. */
const CUT_SECRET = /(?<![\w-])(?:(?:search|private|admin)-[\w-]*|eyJ[\w.-]*)$/;
const IN_SECRET = /[\w.-]/;

/** The beginning of a body for the API log, without secrets. */
export function loggedText(text: string, most: number = limits.loggedBody): string {
  const kept = beginningOf(text, most);
  const masked = withoutSecrets(kept);
  if (kept.length === text.length) return masked;
  // Only the last word is searched: the pattern would be tried at every character before it.
  let end = masked.length;
  while (end > 0 && IN_SECRET.test(masked.charAt(end - 1))) end--;
  return masked.slice(0, end) + masked.slice(end).replace(CUT_SECRET, '***');
}

/** Up to `most` bytes. What is cut is copied, so that a log entry does not keep a large body in memory. */
function beginningOf(text: string, most: number): string {
  if (text.length * MOST_BYTES_PER_UNIT <= most) return text;
  if (text.length <= most && Buffer.byteLength(text) <= most) return text;
  const bytes = Buffer.from(text.slice(0, most));
  let end = Math.min(most, bytes.length);
  // Not within a character: continuation bytes begin with the bits 10.
  while (end > 0 && end < bytes.length && ((bytes[end] as number) & 0xc0) === 0x80) end--;
  return bytes.toString('utf8', 0, end);
}

/**
 * Whether a text may contain a key or a token, which begins with `eyJ`. Looks for the one character of each that texts
 * rarely have: several times as fast as looking for the whole, and ten times as fast as masking.
 */
function mayHaveSecrets(text: string): boolean {
  for (let at = text.indexOf('-'); at !== -1; at = text.indexOf('-', at + 1)) {
    if (!LAST_LETTERS.has(text.charCodeAt(at - 1))) continue;
    if (PREFIXES.some((prefix) => text.startsWith(prefix, at - prefix.length))) return true;
  }
  for (let at = text.indexOf('J'); at !== -1; at = text.indexOf('J', at + 1)) {
    if (text.startsWith('ey', at - 2)) return true;
  }
  return false;
}

function withoutSecrets(text: string): string {
  const masked = mayHaveSecrets(text) ? maskSecrets(text) : text;
  if (!masked.includes('\\u')) return masked;
  // A secret that only shows once JSON is decoded is masked in the decoded text.
  const plain = masked.replace(ESCAPED, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  const maskedPlain = maskSecrets(plain);
  return maskedPlain === plain ? masked : maskedPlain;
}
