import { parseJson, parseShallow } from '../json/parse.ts';

/** Digits or exponents that a double may not hold: only these need the slower parse that sees the source text. */
const SUSPICIOUS = /\d{16}|[eE][+-]?\d{3}/;

/** Whether a double holds the number exactly as it was written. */
const isKept = (value: number, source: string): boolean =>
  Number.isFinite(value) && (/[.eE]/.test(source) || String(value) === source || source === '-0');

/**
 * Parses the JSON of a documents request. Integers that a double cannot hold exactly (64-bit ids, for example) and
 * numbers beyond the range of doubles become the text that was sent: a document keeps its values as they were sent.
 */
export const parseDocumentJson = (text: string): unknown => keepingNumbers(text, parseJson(text));

/** The same for an element of an array that `elementsOf` has split, which counts levels. */
export const parseElement = (text: string): unknown => keepingNumbers(text, parseShallow(text));

function keepingNumbers(text: string, value: unknown): unknown {
  if (!SUSPICIOUS.test(text)) return value;
  return JSON.parse(text, (_name, item: unknown, context?: { source?: string }) =>
    typeof item === 'number' && context?.source !== undefined && !isKept(item, context.source)
      ? context.source
      : item,
  );
}
