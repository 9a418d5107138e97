import { parseJson, parseShallow } from '../json/parse.ts';

/** Whether a parsed value has a number that may differ from what was written: an integer beyond these, or an infinity. */
function hasLargeNumber(value: unknown): boolean {
  if (typeof value === 'number') return !(Math.abs(value) <= Number.MAX_SAFE_INTEGER);
  if (typeof value !== 'object' || value === null) return false;
  return (Array.isArray(value) ? value : Object.values(value)).some(hasLargeNumber);
}

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
  // Only these need the slower parse that sees the source text.
  if (!hasLargeNumber(value)) return value;
  return JSON.parse(text, (_name, item: unknown, context?: { source?: string }) =>
    typeof item === 'number' && context?.source !== undefined && !isKept(item, context.source)
      ? context.source
      : item,
  );
}
