/** Replaces a secret in a log. */
const MASK = '***';

const TOKEN_NAME = 'auth_token';

/** Names of parameters that people use for secrets elsewhere. */
const SECRET_NAME = /token|key|secret|password|authorization/i;

/**
 * A URL without `auth_token` values, however the name is encoded, and without values of other parameters whose names
 * suggest a secret. Errs on the side of masking: a parameter that contains `auth_token` anywhere is masked.
 */
function maskUrl(url: string): string {
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
  const equals = pair.indexOf('=');
  const isSecret =
    decoded(pair).toLowerCase().includes(TOKEN_NAME) ||
    (equals !== -1 && SECRET_NAME.test(decoded(pair.slice(0, equals))));
  if (!isSecret) return pair;
  return equals === -1 ? MASK : `${pair.slice(0, equals + 1)}${MASK}`;
}

/** Undoes percent-encoding, also of URLs that were encoded twice. */
function decoded(text: string): string {
  let plain = text;
  for (let round = 0; round < 3 && plain.includes('%'); round++) {
    plain = plain.replace(/%([0-9a-f]{2})/gi, (_, hex) => String.fromCharCode(Number.parseInt(hex, 16)));
  }
  return plain;
}

// The lookbehinds keep the time linear: a run of word characters is tried once instead of once per character.
const KEY = /(?<![\w-])(search|private|admin)-[\w-]{16,}/g;
const TOKEN = /(?<![\w-])eyJ[\w-]*\.[\w-]*\.[\w-]*/g;
const BEARER = /\bbearer +[^\s"',]+/gi;

/**
 * A URL for a log line, also without keys and tokens in unexpected places, however they are encoded. An engine or key
 * whose name looks like a key (`search-` and 16 or more characters) is masked too.
 */
export function loggedAddress(url: string): string {
  const masked = maskAddress(url);
  if (!masked.includes('%')) return masked;
  // A secret that only shows once the URL is decoded is masked in the decoded URL.
  const plain = decoded(masked);
  const maskedPlain = maskAddress(plain);
  return maskedPlain === plain ? masked : maskedPlain;
}

const maskAddress = (url: string): string => maskUrl(url).replace(KEY, `$1-${MASK}`).replace(TOKEN, MASK);

/** A text (an error's message or stack) without anything that looks like a key or token. */
export const maskSecrets = (text: string): string =>
  text.replace(BEARER, `Bearer ${MASK}`).replace(KEY, `$1-${MASK}`).replace(TOKEN, MASK);

/** The user and password of a URL. */
const USER_INFO = /(?<=:\/\/)[^\s/@]+@/g;

/** A text without the users and passwords of its URLs. */
export const maskUserInfo = (text: string): string => text.replace(USER_INFO, `${MASK}@`);
