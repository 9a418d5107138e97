import { parseJson } from '../json/parse.ts';

/** Digits or exponents that a double may not hold: worth the slower parse that sees the source text. */
const SUSPICIOUS = /\d{16}|[eE][+-]?\d{3}/;

/** Whether a number comes back from a double with the value that was written. */
const isKept = (value: number, source: string): boolean =>
  Number.isFinite(value) && (/[.eE]/.test(source) || String(value) === source || source === '-0');

/**
 * The JSON of a documents request. A whole number beyond the reach of doubles (a 64-bit id, say) is taken as the
 * text that was sent, and so is a number beyond all doubles: a document keeps its values as they were sent.
 */
export function parseDocumentJson(text: string): unknown {
  const value = parseJson(text);
  if (!SUSPICIOUS.test(text)) return value;
  return JSON.parse(text, (_name, item: unknown, context?: { source?: string }) =>
    typeof item === 'number' && context?.source !== undefined && !isKept(item, context.source)
      ? context.source
      : item,
  );
}
