import { isCut } from './log-entry.ts';

/** Strings, brackets, separators, and everything else that is not white space. */
const TOKENS = /"(?:[^"\\]|\\.)*(?:"|$)|[[\]{}:,]|[^\s"[\]{}:,]+/gs;
const CLOSING: Readonly<Record<string, string>> = { '{': '}', '[': ']' };

/**
 * Indents a body that is JSON, or the beginning of it. Values stay as they were sent: large numbers keep all digits, and
 * repeated members are not lost.
 */
export function prettyBody(body: string): string {
  return isJson(body) || (isCut(body) && /^\s*[[{]/.test(body)) ? indented(body) : body;
}

function isJson(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

function indented(json: string): string {
  const tokens = json.match(TOKENS) ?? [];
  let depth = 0;
  let out = '';
  const line = (): string => `\n${'  '.repeat(depth)}`;
  for (const [at, token] of tokens.entries()) {
    if (token === '{' || token === '[') {
      const isEmpty = tokens[at + 1] === CLOSING[token];
      depth++;
      out += isEmpty ? token : token + line();
    } else if (token === '}' || token === ']') {
      depth--;
      out += CLOSING[tokens[at - 1] ?? ''] === token ? token : line() + token;
    } else if (token === ',') out += `,${line()}`;
    else if (token === ':') out += ': ';
    else out += token;
  }
  return out;
}
