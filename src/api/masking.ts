/** What stands in a log in place of a secret. */
const MASK = '***';

const TOKEN_NAME = 'auth_token';

/**
 * An address that may be logged: every value that could be an `auth_token` is masked, however its name is
 * spelled. Rather one value too many than one too few: a part that mentions the name anywhere is masked.
 */
export function maskUrl(url: string): string {
  const start = url.search(/[?#]/);
  if (start === -1) return url;
  return (
    url.slice(0, start + 1) +
    url
      .slice(start + 1)
      .split('&')
      .map(maskPair)
      .join('&')
  );
}

function maskPair(pair: string): string {
  if (!plainly(pair).includes(TOKEN_NAME)) return pair;
  const equals = pair.indexOf('=');
  return equals === -1 ? MASK : `${pair.slice(0, equals + 1)}${MASK}`;
}

/** Escapes of escapes are undone as well, for those who encode an address twice. */
function plainly(text: string): string {
  let plain = text;
  for (let round = 0; round < 3 && plain.includes('%'); round++) {
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return plain.toLowerCase();
}

// The lookbehinds keep the time linear: a run of word characters is tried once, not once per character.
const KEY = /(?<![\w-])(search|private|admin)-[\w-]{16,}/g;
const TOKEN = /(?<![\w-])eyJ[\w-]*\.[\w-]*\.[\w-]*/g;
const BEARER = /\bbearer +[^\s"',]+/gi;

/** A key as it is made. Narrower than `KEY`, because engines and keys may well have names like `search-...`. */
const MADE_KEY = /(?<![\w-])(search|private|admin)-[a-z0-9]{24}(?![\w-])/g;

/** An address for a log line: also without the keys and tokens that someone put where no key belongs. */
export const loggedAddress = (url: string): string =>
  maskUrl(url).replace(MADE_KEY, `$1-${MASK}`).replace(TOKEN, MASK);

/** A text (an error's message or stack) without anything that looks like a key, a token or a credential. */
export const maskSecrets = (text: string): string =>
  text.replace(BEARER, `Bearer ${MASK}`).replace(KEY, `$1-${MASK}`).replace(TOKEN, MASK);
