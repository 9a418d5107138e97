import { limits } from '../limits.ts';
import type { Schema } from '../values/types.ts';
import { unusableFields } from './engine-field.ts';
import { booleanOf, isGiven, numberOf, objectOf, objectWith } from './option.ts';
import { optionErrors } from './option-error.ts';
import { unknownAmong } from './search-fields.ts';

/** The requested parts of a field. `{}` names neither: it requests raw and, in a signed key, allows both. */
export interface ResultField {
  readonly raw: boolean;
  readonly snippet: boolean;
  /** The length of raw texts in characters; undefined for unlimited. */
  readonly rawSize: number | undefined;
  readonly snippetSize: number | undefined;
  /** Whether a snippet without a match falls back to the beginning of the text; undefined if not specified. */
  readonly fallback: boolean | undefined;
}
export type ResultFields = ReadonlyMap<string, ResultField>;

const OPTION = 'Result fields';

/** The default for fields: the raw value, uncut. */
export const WHOLE: ResultField = {
  raw: true,
  snippet: false,
  rawSize: undefined,
  snippetSize: undefined,
  fallback: undefined,
};

export function parseResultFields(value: unknown, schema: Schema): ResultFields {
  const entries = Object.entries(objectOf(OPTION, value));
  const unknown = unknownAmong(
    entries.map(([name]) => name),
    schema,
  );
  if (unknown.length > 0) throw unusableFields(OPTION, unknown, schema);
  return new Map(entries.map(([name, definition]) => [name, parseResultField(definition)]));
}

function parseResultField(definition: unknown): ResultField {
  const { raw, snippet } = objectWith(OPTION, definition, ['raw', 'snippet']);
  const rawPart = partOf('raw', raw, ['size']);
  const snippetPart = partOf('snippet', snippet, ['size', 'fallback']);
  const fallback = isGiven(snippetPart.fallback) ? booleanOf(snippetPart.fallback) : undefined;
  if (isGiven(snippetPart.fallback) && fallback === undefined) {
    throw optionErrors.badOption(OPTION, 'fallback must be a boolean');
  }
  return {
    raw: raw !== undefined,
    snippet: snippet !== undefined,
    rawSize: sizeOf(rawPart.size),
    snippetSize: sizeOf(snippetPart.size),
    fallback,
  };
}

/** `raw` or `snippet`; in a query string it may be present without a value (`result_fields[title][raw]=`). */
function partOf(name: string, value: unknown, known: readonly string[]) {
  if (!isGiven(value) || value === '') return {};
  if (typeof value !== 'object' || Array.isArray(value)) {
    throw optionErrors.badOption(OPTION, `${name} must be an object`);
  }
  return objectWith(OPTION, value, known);
}

/** The App Search documentation gives 20 as the minimum, but App Search accepts 15, and so does Findling. */
function sizeOf(value: unknown): number | undefined {
  if (!isGiven(value)) return undefined;
  const { least, stated, most } = limits.resultSize;
  const size = numberOf(value);
  if (size === undefined || !Number.isInteger(size)) {
    throw optionErrors.badOption(OPTION, 'size must be an integer');
  }
  if (size < least) throw optionErrors.badOption(OPTION, `size must be at least ${stated}`);
  if (size > most) throw optionErrors.badOption(OPTION, `size must be at most ${most}`);
  return size;
}
